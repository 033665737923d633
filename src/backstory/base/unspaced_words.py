"""The words of texts in Chinese, Japanese and Korean.

Nothing is looked up in a dictionary. A run of Chinese characters is cut at those that only hold a sentence together,
and what is left is read as pairs, as the index reads it. A run of Katakana is one word, Hiragana is what joins the
words, and a Korean word is known by its first two syllables.
"""

from backstory.base.unspaced import WIDE, is_unspaced

_JOINING = (
    "的了是我你您他她它们這这那也都就还還又把被吗嗎呢吧啊呀嘛么麼什怎哪谁誰很太些着且但而与與或"
    "及没沒不请請让讓给給到再该該如之其此从從并並則则们們個个在和"
)
"""Chinese characters that hold a sentence together, and are seldom a part of a word that means something."""
_PLAIN = """
按照 接下 下来 下來 起来 起來 一起 对于 對於 针对 針對 主要 希望 实际 實際 其他 其它 可能 非常 比较 比較 完全
所有 那边 那邊 东西 東西 地方 感觉 感覺 想要 好了 没有 沒有 或者 而且 不过 不過 不是 不能 就是 只是 只有 除了
通过 通過 根据 根據 关系 關係 真的 当前 當前 最后 首先 其中 不会 不會 一直 一定 为什 什么 什麼 実際 最初 一緒
感じ 今後 結局 普通 以前 可以 一下 一些 一样 一樣 一点 一點 一个 一個 现在 現在 然后 然後 已经 已經 所以 因为
因為 为了 為了 这样 時候 时候 需要 进行 進行 目前 以及 以后 以後 里面 裡面 帮我 幫我 帮忙 看看 看下 继续 繼續
告诉 告訴 知道 觉得 覺得 应该 應該 不要 直接 好像 还有 有点 有點 之前 之後 之后 上面 下面 今天 明天 昨天 意思
讲讲 解释 解釋 多少 关于 關於 写一 打开 打開 怎样 怎樣 为何 為何 刚才 剛才 上次 今回 場合 以下 上記 必要 今日
明日 時点 自分 全部 同様 何故 説明 前回 最後 그리 이거 그거 저거 여기 거기 지금 현재 이제 그냥 다시 해줘 해주
하고 하는 하면 해서 했는 했어 합니 했습 있는 있어 있습 없는 없어 없습 되는 되어 됩니 이런 저런 그런 이렇 그렇
어떻 무엇 우리 내가 너가 제가 나는 너는 것을 것이 것도 정도 관련 대한 대해 위해 통해 모두 그럼 근데 아니 그것
이것 좀더 때문 경우 같은 같아 오늘 내일 어제 무슨 어디 어떤 누가 언제 왜냐 알려 만들 바꿔 고쳐 설명
"""
_SOFT = (
    "一二三四五六七八九十两兩几幾半多少有无無里裡內内外中上下前后後左右边邊旁来來去出进進回过過到要会會能可想得做弄搞办辦开開好;"
    " "
    "再又只就试試次个個些点點时時候从從对對用为為以完先帮幫叫看说說问問找换換放带帶让讓给給打拿当當成自己今明昨天年月日号號位種种样樣;"
    " "
    "起被将將才最更太真大小新旧舊"
)
"""Chinese characters of which everyday talk is made: a pair of them is no subject."""
PLAIN = frozenset(_PLAIN.split())
"""Words in which a text of these languages means nothing by itself."""
_COMMON = """
成功 失败 失敗 类型 類型 选择 選擇 程序 任务 任務 列表 清单 清單 文件 档案 檔案 代码 代碼 程式 式碼 问题 問題
功能 项目 項目 测试 測試 运行 運行 执行 執行 修改 更新 添加 新增 增加 删除 刪除 实现 實現 完成 检查 檢查 使用
处理 處理 内容 內容 信息 支持 方案 方式 方法 数据 數據 生成 创建 創建 修复 修復 优化 優化 配置 设置 設置 显示
顯示 查看 分析 说明 說明 结果 結果 错误 錯誤 页面 頁面 接口 用户 用戶 重新 开始 開始 版本 提交 总结 總結 相关
相關 情况 情況 函数 函數 变量 變數 名字 名称 名稱 文档 文檔 注释 註解 报错 报告 脚本 腳本 目录 目錄 命令 変更
修正 追加 削除 対応 実装 確認 表示 実行 機能 設定 作成 利用 処理 調整 状態 部分 説明 画面 開発 動作 現状 原因
関数 変数 名前 手順 出力 入力 検索 質問 回答 コード ファイル テスト エラー データ プロジェクト アプリ ユーザー
ボタン ログ コマンド スクリプト 파일 코드 수정 추가 삭제 확인 완료 실행 필요 기능 문제 설정 생성 작업 변경 사용
테스 프로 내용 결과 에러 오류 구현 처리 방법 상태 함수 변수 이름 문서 주석 명령 데이
"""
COMMON = frozenset(_COMMON.split())
"""Common words of software in these languages."""

_EVERYWHERE = """
自动 逻辑 路径 包含 解决 操作 设计 流程 调用 验证 输入 环境 状态 提示 开发 完整 改成 正常 包括 一致 提供 输出 确认
读取 参考 启动 合理 中文 现有 格式 作为 展示 思路 基础 事情 发送 时间 安装 工作 对应 模型 需求 网页 每次 阶段 触发
进入 指令 必须 同时 具体 任何 插件 获取 结构 第一 出现 简单 识别 区别 无法 加入 位置 考虑 第二 类似 清晰 英文 链接
重要 列出 相同 如果 对话 日志 应用 系统 图片 前端 服务 阅读 能力 理解 搜索 仓库 目标 浏览 正确 过程 另外 导致 账号
写入 判断 模式 建立 思考 影响 管理 参数 平台 刚刚 保存 同步 匹配 后续 符合 细节 要求 发生 文字 效率 发现 建议 背景
效果 业务 风格 手机 地址 采用 字段 详细 切换 适合 基本 保留 比如 核心 同一 一般 清理 确保 超过 重复 肯定 变化 技术
技能 作用 选项 方便 最近 调整 确实 关注 标准 基于 关键 描述 原理 模板 进度 计划 场景 首页 对比 提取 消息 记录 定义
重启 返回 上传 窗口 本地 查询 机制 补充 保证 产品 访问 评估 质量 真实 全局 标题 文本 根本 中间 语言 整理 确定 节点
屏幕 案例 下载 通用 智能 冲突 尝试 权限 收集 审查 电脑 转换 由于 条件 引用 方向 最终 后面 网站 通知 官方 编辑 一遍
明白 介绍 复制 限制 强制 提升 改动 注意 覆盖 已有 真正 完善 手动 完毕 结束 安全 专门 能否 兼容 风险 行为 检测 形式
开启 明确 意义 帮助 改为 解析 认为 规划 做法 结论 准备 设备 中心 减少 属于 反馈 删掉 方面 专业 接受 新建 出错 获得
控制 策略 分别 避免 初始 去掉 所有 自動 邏輯 路徑 解決 操作 設計 流程 調用 驗證 輸入 環境 提示 開發 完整 正常 一致
輸出 確認 讀取 啟動 時間 安裝 對應 需求 進入 具體 获得 但是 能够 界面 后端 后台 讨论 步骤 办法 预期 整体 准确 能够
清楚 原来 取消 例子 指定 重新 立即 保存 計画 参照 選択 実施 画像 作業 環境 有効 調査 改善 起動 両方 箇所 一度 移動
重複 定義 全体 自動 指定 適切 見直 方針 該当 特定 候補 概要 管理 操作 統一 予定 下記 基本 簡単 手動 面倒 自体 範囲
既存 再度 用意 要件 今度 個人 発生 想定 適用 共通 構造 仕様 登録 一番 対処 固定 実現 位置 意味 形式 絶対 一致 場所
間違 終了 一切 事項 記載 提案 具体 理由 文字 時間 内部 最適 新規 最新 現在 リポジトリ インストール ブランチ オプション
ディレクトリ デフォルト チェック アクセス ページ コピー デバイス テキスト フォルダ スクロール クリック イメージ
レイアウト ライブラリ アップロード プラグイン ツール バージョン サーバー サービス サイト デザイン モデル セッション
ベース シンプル ボックス ローカル ステップ レベル リンク タブ ルール コミット プッシュ パターン 커밋 푸시 다음 이미
페이 진행 설치 기존 해결 직접 이용 참고 정리 저장 모든 보여 넣어 적용 전체 이걸 아직 바로 버전 로그 작성 시스 디렉
포함 정보 이게 버튼 항목 개선 분석 최신 제외 같이 아까 개발 동작 새로 먼저 가능 정상 따라 답변 하자 했지
"""
USUAL = frozenset(_EVERYWHERE.split())
"""Words that most projects have: that one is rare in a memory tells little."""

_KATAKANA = ("\u30a1", "\u30ff")
_HIRAGANA = ("\u3041", "\u309f")
_SYLLABLES = ("\uac00", "\ud7af")
_SYLLABLES_OF_STEM = _PAIR = 2

_NONE, _OTHER, _HAN, _KANA, _HANGUL = range(5)


def space_words(text: str) -> str:
    """A text of these scripts with a blank between any two words, each pair of Chinese characters being one.

    A text of other scripts stays as it is.
    """
    if not is_unspaced(text):
        return text
    out: list[str] = []
    run = ""
    script = _OTHER
    joining = "" if _has_hiragana(text) else _JOINING  # in Japanese, Hiragana joins the words
    for char in text:
        now = _find_script(char, joining)
        if now != script:
            out.append(_space_run(run, script))
            run, script = "", now
        run += char
    out.append(_space_run(run, script))
    return "".join(out)


def _has_hiragana(text: str) -> bool:
    return any(_HIRAGANA[0] <= char <= _HIRAGANA[1] for char in text)


def _find_script(char: str, joining: str = _JOINING) -> int:
    """Which script a character belongs to; none for one that only joins words, or ends a sentence."""
    if char < WIDE:
        return _OTHER
    if _KATAKANA[0] <= char <= _KATAKANA[1]:
        return _KANA
    if _SYLLABLES[0] <= char <= _SYLLABLES[1]:
        return _HANGUL
    if _HIRAGANA[0] <= char <= _HIRAGANA[1] or char in joining or not char.isalnum():
        return _NONE
    return _HAN


def _space_run(run: str, script: int) -> str:
    """A run of one script as its words, with a blank on either side."""
    if script == _OTHER:
        return run
    if script == _HAN:
        return f" {' '.join(_split_han(run))} "
    if script == _HANGUL:
        return f" {run[:_SYLLABLES_OF_STEM]} "
    return f" {run} " if script == _KANA else " "


def _split_han(run: str) -> list[str]:
    """The words of a run of Chinese characters: the common ones, and the pairs of what stands between them."""
    words: list[str] = []
    start = place = 0
    while place < len(run):
        pair = run[place : place + 2]
        if pair in PLAIN or pair in COMMON:
            words += [*_list_pairs(run[start:place]), pair]
            start = place = place + 2
        else:
            place += 1
    return words + _list_pairs(run[start:])


def _list_pairs(run: str) -> list[str]:
    return [run[at : at + 2] for at in range(len(run) - 1)] or [run]


def is_usual_pair(form: str) -> bool:
    """Whether a term of a query is a word that most projects have."""
    return (form[0] + "".join([pair[-1:] for pair in form.split()]) if " " in form else form) in USUAL


def _is_soft(word: str) -> bool:
    """Whether a pair has no character but those of everyday talk."""
    return len(word) == _PAIR and all(char in _SOFT for char in word)


def list_telling(run: str) -> dict[str, bool]:
    """The words of a run of these scripts that carry a meaning -> whether they are uncommon.

    They are given as pairs of characters, as the index has them; the pairs of a Katakana word stand together.
    """
    words: dict[str, bool] = {}
    if len(run) == _PAIR and run not in PLAIN and not _has_hiragana(run):
        return {run: run not in COMMON and not _is_soft(run)}
    for word in space_words(run).split():
        if word in PLAIN:
            continue
        if len(word) == 1 < len(run):
            place = run.find(word)
            if place and _find_script(run[place - 1]) == _HAN:  # what stands behind a common word: a database
                words[run[place - 1 : place + 1]] = True
            continue
        is_whole = _KATAKANA[0] <= word[0] <= _KATAKANA[1]
        pairs = [" ".join(_list_pairs(word))] if is_whole else _list_pairs(word)
        words.update({pair: word not in COMMON and not _is_soft(pair) for pair in pairs})
    return words
