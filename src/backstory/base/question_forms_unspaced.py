"""The phrases by which a prompt in Chinese, Japanese or Korean asks, for `question_forms` and `answer_kinds`.

These languages put no blanks between words, so a phrase counts wherever it stands.
"""

_KINDS = {
    "resume": (
        "继续上次; 繼續上次; 接着上次; 从上次; 接着做; 上次停在; 上次到哪; 回到上次; 继续之前的; 接上次; 続きから;"
        " 前回の続き;"
        " 続きをお願い; 続きをやって; 作業を再開; 続きを進め; 이어서; 지난번에 이어; 하던 거 계속; 하던 작업 계속;"
        " 하던 일"
    ),
    "next": (
        "下一步; 接下来做什么; 接下來做什麼; 接下来要做; 接下来干; 接下来呢; 还剩; 還剩; 还有什么没; 还有哪些没;"
        " 还有什么要;"
        " 还要做什么; 还差什么; 还没完成; 还没做; 没做完; 待办; 未完成的; 次は何; 次に何; 次のステップ; 次何;"
        " 残りのタスク;"
        " 残りの作業; 残っている; 残タスク; あと何; 残りは何; やり残し; 다음 단계; 다음에 뭐; 다음은 뭐; 다음 뭐;"
        " 다음엔 뭐;"
        " 이제 뭐; 남은 작업; 남은 일; 남은 거; 남은 게; 남은 건; 뭐가 남; 뭐 남; 할 일이 뭐; 안 끝난"
    ),
    "failed": (
        "哪个测试失败; 什么失败; 失败的测试; 为什么失败; 哪里失败; 上次失败; 哪些方法试过; 何が失敗;"
        " 失敗したテスト; 落ちているテスト; 失敗している; 뭐가 실패; 실패한 테스트; 실패한 이유; 왜 실패"
    ),
    "task": (
        "在做什么; 做到哪; 做到什么; 进行到哪; 进展到哪; 到哪一步; 到哪了; 当前进度; 目前进度; 现在的进度; 现在进度;"
        " 进度怎么样;"
        " 进展如何; 进展怎么样; 上次做到; 上次做了什么; 之前做了什么; 当前状态; 目前状态; 现在什么情况; どこまで;"
        " 進捗; 現状を教え;"
        " 今の状態; 今どんな状態; 何をしていた; 何をやっていた; 何やってた; 何してた; 何をした; どういう状況;"
        " 今どんな状況; 어디까지;"
        " 진행 상황; 진행상황; 뭐 하고 있었; 뭐 하다; 뭐 했; 무슨 작업; 어떤 작업; 어떤작업; 지금 상태; 현재 상태;"
        " 얼마나 진행"
    ),
    "rules": (
        "有哪些规则; 有什么规则; 有哪些规范; 有什么规范; 我们的规则; どんなルール; ルールは何; ルールを教え;"
        " 어떤 규칙; 규칙이 뭐; 규칙은 뭐"
    ),
    "tried": ("试过什么; 試過什麼; 尝试过什么; 试过哪些; 尝试过哪些; 何を試し; 試したこと; 뭘 시도; 시도해 본; 시도한"),
    "green": (
        "测试都通过; 全部通过; 测试通过了; 都是绿; テストは通; 全部通った; テスト通った; 테스트 통과; 전부 통과;"
        " 다 통과"
    ),
    "again": (
        "再跑一次; 再跑一遍; 再运行一次; 再执行一次; 重新跑; もう一度実行; もう一回実行; 再実行; 다시 실행; 다시 돌려"
    ),
    "deploy": (
        "部署到; 部署一下; 怎么部署; 重新部署; 部署吧; 发布到; 上线吧; デプロイして; デプロイ方法; 本番に; 배포해;"
        " 배포 방법"
    ),
    "run": (
        "运行测试; 跑测试; 跑一下测试; 运行一下测试; 怎么运行; 如何运行; 怎么启动; 如何启动; 怎么跑; 什么命令;"
        " 哪个命令; テストを実行; テスト実行; テストを回; 起動方法; 実行方法; どうやって起動; どのコマンド;"
        " 테스트 실행; 테스트 돌려; 실행 방법; 어떻게 실행; 어떤 명령"
    ),
    "why": "为什么; 為什麼; 为何; 為何; 怎么会; 原因; 理由; なぜ; なんで; どうして; 왜; 이유",
    "who": "谁; 誰; 누가; 누구",
    "wish": ("谁要求; 谁决定; 谁想要; 谁提出; 誰が決め; 誰が頼; 誰の要望; 누가 정했; 누가 결정; 누가 원했; 누가 요청"),
    "decided": (
        "决定; 決定; 定了; 定的; 选了; 用的是什么; 最后用; 決めた; 決まった; することにした; ことになっ;"
        " にしたっけ; 정했; 결정; 하기로; 했더라; 였지; 였더라"
    ),
}
"""Kind of answer -> phrases that ask for it."""
_FORMS = {
    "how_to": (
        "的方法有; 方法を教え; のやり方; する方法; 書き方; 方法 알려; 방법 알려; 방법을 알려; 하는 방법;"
        " 方法是什么; 怎么用; 怎么写; 怎么安装; 如何安装; 如何使用; 如何学习; 怎么学; 手順を教え; どうやって書;"
        " コツ"
    ),
    "general": (
        "什么是; 什麼是; 是什么意思; 有什么区别; 的区别; 有何区别; 解释一下什么; 给我讲讲; 讲一下; 讲讲; 优缺点;"
        " 的原理; とは何; とは？; って何; の違い; を説明; 意味を教え; について教え; 仕組みを; 뭐야; 뭔가요;"
        " 무슨 뜻; 차이가; 차이는; 차이점; 설명해; 개념; 원리"
    ),
    "piece": (
        "写一个; 寫一個; 写个; 寫個; 写一篇; 写一首; 帮我写; 幫我寫; 推荐; 推薦; 翻译; 翻譯; 想个; 想一个; 起个名;"
        " 讲个; 介绍一下; 给我一个; 书いて; を書いて; 作って; 考えて; 翻訳; おすすめ; オススメ; 써줘; 작성해;"
        " 만들어줘; 만들어 줘; 추천; 번역; 지어줘"
    ),
    "trivia": (
        "多少钱; 几点; 有多远; 有多高; 多少公里; 首都; 谁发明; 谁写了; 哪一年; 什么时候开始放; 怎么走;"
        " いくらですか; 何時; どこにあ; 首都; 何年; 誰が発明; 얼마야; 얼마예요; 몇 시; 어디에 있; 수도; 누가 발명"
    ),
    "we": "我们; 我們; 咱们; 咱們; 私たち; 我々; うちの; 우리; 저희",
    "definite": (
        "这; 這; 那个; 那個; 那些; 之前; 上次; 刚才; 剛才; 还是; 還是; 目前; 现在; 我的; 前回; さっき; 前に; この;"
        " その; あの; これ; それ; まだ; また; 今の; っけ; 아까; 지난; 이전; 전에; 아직; 이거; 그거; 이_; 그_; 저_;"
        " 했지; 였지; 더라"
    ),
    "points": "这个; 這個; 这些; 這些; 那个; 那個; この; その; これ; それ; 이거; 그거; 이_; 그_",
}
"""Form -> phrases by which a prompt has it; `_` is a blank."""
_KIND_WORDS = """
你好 您好 早上好 晚上好 早安 晚安 谢谢 謝謝 多谢 感谢 辛苦 太好了 太棒了 很好 非常好 完美 不错 好的 可以
没问题 再见 拜拜 明白 收到 知道 今天 就到 这里 先这样 到此 为止 明天 继续 棒 好 行 嗯 哈 你 了 吧 啊 呀 的 就
先 这 样 赞 牛 开始 ありがとう ございます ございました こんにちは こんばんは おはよう もしもし おやすみ お疲れ様
お疲れさま おつかれ でした です すごい いいね いい感じ 完璧 素晴らしい 助かり 助かる ました 了解 わかり 分かり
はい うん ええ 今日 ここまで 作業 します にします 終わり また明日 さようなら の は を で に ね よ ！ した 안녕
하세요 고마워요 고마워 고맙 감사 합니다 감사해 수고 했어 하셨 어요 습니다 좋아요 좋아 좋네 훌륭 완벽 최고
오늘은 오늘 여기 까지 하자 할게 내일 봐 네 예 응 그래 알겠어 알겠 잘 자 요 다
"""
_COURTESIES = sorted(_KIND_WORDS.split(), key=len, reverse=True)
_OPENS_COURTESY = """
你好 您好 早 晚 谢 謝 多谢 感谢 辛苦 太 很好 非常 完美 不错 再见 拜拜 今天 先这样 明天 棒 赞 牛 好 嗯 あり
こん おは もし おや お疲 おつ すご いい 完璧 素晴 助か 了解 わか 分か 今日 また さよ 안녕 고마 고맙 감사 수고 네 넵
좋 훌륭 완벽 최고 오늘 내일 잘
"""
_OPENINGS = tuple(_OPENS_COURTESY.split())
_OF_WORK = """
现在 現在 目前 当前 这个 那个 项目 任务 工作 功能 我们 咱们 上次 之前 昨天 今天 刚才 一下 看看 告诉我 告诉 请问 请
帮我 说说 总结 汇报 怎么样 如何 情况 进度 进展 状态 事情 东西 步骤 计划 开发 什么 哪些 哪里 哪 多少 已经 还有 没有 还
有 没 做 干 完成 完 开始 继续 接着 接下来 然后 到 了 的 吗 呢 啊 吧 呀 我 你 是 在 要 该 应该 可以 能 先 好 就 从 里
地方 步 停 一 下 再 都 把 回 教えてください 教えて 教え ください お願いします お願い します ましょう しましょう ですか
ますか でしたっけ でしたか でした です ます ました だっけ っけ 前回 今日 昨日 現在 現状 今 これまで 作業 タスク
プロジェクト 開発 実装 何 どこ まで から より 次 続き 続け 進め 進んで 進んだ 進み 進 やって いた いる る た いま やる
する した して て 残って 残り 残 あと 状況 状態 進捗 確認 まとめて 見て は が を に で の と か ね よ も な へ う し
い っ た ん べき やれば すれば れば ば いい どんな どう いう どうなって なって なんで 우리 지금 현재 이제 오늘 어제 서
지난번에 지난번 지난 저번에 저번 프로젝트 작업 진행 상황 상태 알려줘 알려주세요 알려 보여줘 정리해줘 정리 말해줘
설명해줘 어디 까지 어디까지 무엇 무슨 어떤 뭐가 뭐를 뭘 뭐 했지 했어 했더라 했나 했는지 하고 있었지 있었어 있었 하다가
하면 하지 할까 해야 하자 해줘 할 한 돼 되지 될까 되나 됐지 됐어 됐 왔지 왔어 왔더라 다음 단계 단계 에서 에 부터 이어서
이어 계속 남은 남았지 남았어 남아 있어 있지 거야 거지 것 거 건 게 일이 일 은 는 이 가 을 를 도 만 야 지 요 어 나 해 봐
줘 좀
"""
_FILLERS = sorted(_OF_WORK.split(), key=len, reverse=True)
"""Words that say nothing else beside a question about the work as a whole."""
_AS_A_WHOLE = ("resume", "next", "failed", "task", "rules", "tried", "green")
"""Kinds that one asks for without a subject."""
_OF_SOFTWARE = """
文件 檔案 目录 目錄 代码 程序 分支 配置 文档 接口 脚本 函数 日志 数据库 服务器 端口 仓库 页面 ファイル フォルダ
ディレクトリ コード ブランチ 設定 関数 ログ サーバ リポジトリ 画面 ドキュメント 파일 폴더 디렉 코드 브랜치 설정 함수
로그 서버 문서 화면 저장소 테스트
"""
_THINGS = tuple(_OF_SOFTWARE.split())
"""Things of the work, where people ask for one as they ask for a place."""
_QUESTIONS = """
什么 什麼 怎么 怎麼 为什 為什 为何 如何 哪 谁 多少 几个 是不是 有没有 能不能 何 なぜ なん どこ どう どれ どの
いつ だれ 誰 いくつ 왜 뭐 무엇 어디 어떻 언제 누가 몇 얼마 어느
"""
_ASKING = tuple(_QUESTIONS.split())


MAX_GENERAL = 60
"""Characters of a question about the work as a whole."""


def _read_phrases(tables: "dict[str, str]") -> "dict[str, tuple[str, ...]]":
    return {
        name: tuple([phrase.strip().replace("_", " ") for phrase in text.split(";")]) for name, text in tables.items()
    }


KINDS = _read_phrases(_KINDS)
FORMS = _read_phrases(_FORMS)


def find_kinds(text: str) -> "frozenset[str]":
    """The kinds of answers that a text asks for; often none."""
    return frozenset(kind for kind, phrases in KINDS.items() if any(phrase in text for phrase in phrases))


def find_forms(text: str) -> "frozenset[str]":
    """The forms that a prompt has."""
    forms = frozenset(form for form, phrases in FORMS.items() if any(phrase in text for phrase in phrases))
    if "trivia" in forms and any(word in text for word in _THINGS):
        forms -= {"trivia"}
    return forms | {"courtesy"} if is_courtesy(text) else forms


def find_general(text: str) -> "frozenset[str]":
    """The kinds of answers that a text asks for about the work as a whole: it has nothing but such phrases."""
    line = text.lower()
    kinds = [kind for kind in _AS_A_WHOLE if any(phrase in line for phrase in KINDS[kind])]
    if not kinds or len(line) > MAX_GENERAL:
        return frozenset()
    for kind in kinds:
        for phrase in sorted(KINDS[kind], key=len, reverse=True):
            line = line.replace(phrase, " ")
    for word in _FILLERS:
        line = line.replace(word, " ")
    return frozenset() if any(map(str.isalnum, line)) else frozenset(kinds)


def is_courtesy(text: str) -> bool:
    """Whether a text only greets, thanks, praises or says good-bye: it has nothing but such words."""
    rest = "".join([char for char in text if char.isalnum()])
    if not rest.startswith(_OPENINGS):
        return False
    for word in _COURTESIES:
        rest = rest.replace(word, "")
    return not rest


def asks_something(text: str) -> bool:
    """Whether a text has a word with which people ask."""
    return any(word in text for word in _ASKING)
