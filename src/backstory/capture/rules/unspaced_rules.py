"""Rules in Chinese, Japanese and Korean that hold without a word such as `always`.

What such a rule is about tells it from an order: how commits, comments and answers are worded, which tool is taken, who
has to agree, who does it. `foreign_rules` has the words of what holds for good. Patterns of `Sentence.plain` behind its
first words; a quoted or code word stands there as a row of `·`.
"""

from typing import Final

from backstory.base.unspaced import is_asking, is_unspaced
from backstory.capture.text.patterns import Pattern

SURE: Final = 0.93
"""Confidence of a rule that says of itself what it is."""
LIKELY: Final = 0.85

_TOOL: Final = (
    r"(?:·+|npm|pnpm|yarn|bun|npx|pip|uv|poetry|conda|make|docker|podman|pytest|jest|vitest|cargo|gradle|maven|curl"
    r"|wget|bash|powershell|sed|python|node|deno|ruff|black|eslint|prettier|biome|mypy|rebase|merge|playwright|any"
    r"|var|unwrap|expect|print|console\.log|eval|inline|class|mock)"
)
"""A tool of the work or a thing of the language, which the next task takes as well."""
_OTHER: Final = rf"{_TOOL}(?: ?(?:[/、,や]|或者?|和|と|나|랑|이나|또는) ?{_TOOL})*"
_TONGUE: Final = r"(?:(?:简体|繁体|簡體|繁體)?中文|英文|英语|英語|日文|日语|韩文)"

_ZH_PAPER: Final = (
    r"(?:提交(?:信息|说明|记录|日志|消息|訊息)?|commit(?: ?(?:message|msg|信息))?|(?:代码)?注[释釋]|註解|文档|文檔"
    r"|变量名?|函数名|命名|日志|回[复答覆]|回應|分支名?|pr(?: ?(?:标题|描述|说明))?|changelog)"
)
_ZH_STEP: Final = r"(?:提交|推送|合并|发布|部署|改动|修改|commit|push|merge|pr)"
_ZH_DO: Final = r"(?:跑|运行|执行|通过|检查|更新|确认|lint|format|build|test|测试|问|提交)"
_ZH_BAN: Final = r"(?:不要|不用|不能|不得|不准|不许|别|勿|禁止|严禁|绝不)"
_ZH_MUST: Final = r"(?:必须|务必|一定要|都要|都得|都先|记得)"

_CHINESE: Final = (
    # how something is written
    Pattern(
        rf"(?<![这那该此本个份篇]){_ZH_PAPER}(?:和{_ZH_PAPER})*(?:里|中)?(?:都|一律|统一|全部|必须|要|请|只|得|应该)*"
        rf"(?:用|使用|写成?|以){_TONGUE}"
        rf"|{_ZH_PAPER}(?:里|中)?(?:一律|统一|始终)(?:要|得|必须)?(?:用|写|放|使用|采用|遵)"
        r"|(?:不|不要|别|禁止|不许|不用|无需)再?[加带帶写含]?(?:任何)?(?:ai ?|claude ?|codex ?|co-?authored-by|的)*"
        r"(?:署名|co-?author\w*|签名|尾注)"
        r"|(?:一个|每个|一次|每次)(?:提交|commit|pr|分支)(?:只|必须|都)"
    ),
    Pattern(
        r"(?:单元|单测|集成)?(?:测试|代码|组件|样式|配置|脚本|类型|常量|图片)(?:都|全部)?(?:一律|统一|必须"
        r"|只能)(?:要)?(?:放|写|用|使用|采用|遵)"
        r"|^(?:都|全程|请|以后)*(?:别说|不要说|不要用|别用)[^，。]{1,6}[，,]?(?:请|要|都)?(?:说|用|讲)(?:中文|英文"
        r"|英语|日语)|全程(?:使用|用)(?:中文|英文)"
        r"|^不(?:使用|用|加|写|带) ?(?:任何)?(?:emoji|表情|异常|any\b|class\b|var\b|全局变量|魔法数字|行内样式"
        r"|内联样式|缩写|拼音)"
        r"|(?:^|[，,])(?:请)?记得(?:随时|每次|及时|同步|都)(?:要)?(?:更新|同步|提交|跑|写|加|检查)"
        r"|(?:绝对|绝|千万|永远|一定)(?:不能|不要|不可以?|不许|不准|别)(?:把|将|直接)?[^。，]{0,14}(?:提交|推送|上传"
        r"|commit|push|硬编码|写死|泄露)"
    ),
    # which tool
    Pattern(
        rf"(?:不要|别|不准|不许|禁止|不能)再?(?:使用|用) ?{_OTHER}[^，,。；]{{0,6}}[，,；; ]+(?:请|要|改|统一|只|都"
        rf"|而是)*(?:使?用|换) ?·*\w"
        rf"|(?:务必|必须|统一|一律|只能?|请?始终)(?:使用|用) ?{_OTHER}|(?:别|不要|不准|不许)再(?:使用|用|写) ?{_OTHER}"
        r"|(?:不要|别|不准|禁止)再?用[^，。；]{1,16}(?:这种|这类|这样)的?(?:命令|方式|方法|写法|做法|东西)"
        r"|(?:不要|别|禁止|不准|不许|不得|绝不|严禁|不能)(?:直接)?(?:强推|强制推送|force[- ]?push"
        r"|(?:推送?|提交|push|commit)(?:到|代码到)? ?(?:·+|main|master|主分支|主干)|跳过(?:测试|钩子|hooks?|检查))"
    ),
    # who agrees, and who does it
    Pattern(
        r"(?:没有?|未|不)(?:经过|经|得到|征得)?我的?(?:明确|事先)?(?:同意|允许|确认|批准|授权|许可)[^。]{0,20}"
        rf"{_ZH_BAN}|(?:需要?|必须|得|先)(?:经过?|征得|得到|等)?我(?:的|另行|明确)*(?:同意|批准|授权|许可)"
        rf"|{_ZH_STEP}(?:之?前|以前)[^。，]{{0,6}}(?:先)?(?:问我|跟我确认|和我确认|征求我|通知我|告诉我)"
        r"|(?:我自己来?|我来|由我来?|归我)(?:做|跑|弄|处理|改|写|提交|推|部署|发布|合并|管|审)?[，, ]+你?"
        r"(?:别|不要|不用|不准|就别)(?:动|碰|管|改|做|跑|弄|操心|提交|推)"
        r"|(?:之?前|以前)(?:都)?(?:必须|一定要|务必|要|得|先)+(?:跟|和|与|同|找|征求)我(?:商量|确认|讨论|沟通|说"
        r"|的意见)"
        rf"|{_ZH_STEP}(?:只|都)?(?:由我|归我|我自己)(?:来|做|管|处理)?"
    ),
    # at which step of the work
    Pattern(
        rf"(?:任何|每次|每个|所有|每当)[^，。；？?]{{1,12}}(?:之?前|以前|之?后|以后|完)[^。；？?]{{0,6}}(?:先|要|得"
        rf"|{_ZH_MUST})[^。；]*?{_ZH_DO}"
        rf"|{_ZH_STEP}(?:代码)?(?:之?前|以前|之?后|以后|完)[，, ]?{_ZH_MUST}[^。；]*?{_ZH_DO}"
        rf"|改完(?:代码|之后)?[，, ]?{_ZH_MUST}[^。；]*?{_ZH_DO}"
        r"|(?:^|[，,])每次(?![^。；]*(?:我要|要我|让我|失败|报错|出错|问我))[^。；？?]{2,110}(?:都要|都得|都需要"
        r"|都必须)"
        r"|不用每次[^。；]{2,40}只(?:有|在|需)|只有[^。；]{2,20}才(?:备份|提交|推送|commit|push|部署|发布|跑|运行"
        r"|更新|合并)"
        r"|(?:所有|全部|任何|每个)(?:组件|函数|接口|文件|测试|代码|类|模块|脚本|api|文档|变量)[^。；]{1,24}[，,]?"
        r"(?:禁止|不得|不准|不许|必须|一律|统一)"
    ),
)
_CHINESE_MOMENT: Final = Pattern(
    r"^(?:你?先|下面|现在|接下来|本次|这[个次段]|那[个段])(?!.*(?:以后|今后|每次))|[？?]|(?:吗|呢|吧，|怎么"
    r"|为什么(?!改))|^\W*/"
    r"|用户|按钮|页面|弹窗|点击|买家|客户"
)
"""What is of the moment, a question, or of the product."""

_JA_PAPER: Final = (
    r"(?:コミット(?:メッセージ|文)?|コメント|ドキュメント|返答|回答|返信|応答|返事|変数名|関数名|ログ|ブランチ名"
    r"|プルリク\w*"
    r"|pr(?:の(?:タイトル|本文|説明|概要|ボディ))?|issue|やりとり|説明文?|命名)"
)
_JA_STEP: Final = r"(?:コミット|プッシュ|push|commit|マージ|merge|pr|デプロイ|リリース|レビュー)"
_JA_WORK: Final = (
    r"(?:コミット|プッシュ|push|pr|レビュー|テスト|main|master|develop|ブランチ|マージ|コメント|ドキュメント"
    r"|ハードコ\w*|型"
    r"|any|ライブラリ|依存|署名|シークレット|秘密|\.env|lint|コード|命名|変数名|関数名|readme|changelog)"
)
_JAPANESE: Final = (
    Pattern(
        rf"(?<![このその]){_JA_PAPER}(?:(?:・|、|と|や){_JA_PAPER})*(?:は|も|を|の名前は)?[^。、]{{0,6}}(?:日本語|英語)"
        r"(?:で(?:書|記|お願い|統一|作成|して|する|。|$)|に(?:して|する|統一)|のみ|。|$)"
        r"|(?:署名|クレジット|co-?author\w*|絵文字)[^。]{0,12}(?:含め|付け|つけ|入れ|書か|使わ)な(?:い|いで)"
    ),
    Pattern(
        rf"{_OTHER} ?(?:は|を)?(?:使わず|使わないで|やめて|じゃなくて|ではなく|の代わりに)に?[、, ]*{_TOOL} ?(?:を|で)"
        rf"|{_OTHER} ?(?:は|を)(?:絶対に?)?使(?:わない(?:で|こと|。|$)|用しない)|{_OTHER}(?:型)?の?使用(?:は)?禁止"
        rf"|{_OTHER}(?:型)?(?:は|を)?禁止"
    ),
    Pattern(
        r"(?:勝手に|許可なく|確認なしに?|無断で|承認なしに?|指示なしに?)[^。]{1,24}(?:ないで|しないこと|しない。?$"
        r"|禁止|やめて)"
        rf"|{_JA_STEP}(?:する|した|を出す|を作る)?(?:前に?は?|場合は|時は|ときは)[^。]{{0,8}}(?:必ず)?(?:確認して"
        rf"|相談して|聞いて|声をかけ)"
        rf"|{_JA_STEP}[^。]{{0,10}}(?:した)?(?:とき|時|場合)(?:のみ|だけ)(?:に(?:して|する)|更新|実行|コミット)"
        rf"|{_JA_STEP}[^。]{{0,8}}は(?:私|僕|俺|自分|こちら)(?:が|で)[^。]{{1,12}}(?:ので"
        rf"|から)、?[^。]{{0,20}}(?:ないで|しなくて)"
    ),
    Pattern(
        rf"{_JA_WORK}[^。]{{0,30}}(?:しない|すること|行わない|含めない|付けない|書かない|作らない|使わない|守る"
        rf"|受ける|残す|作る"
        r"|書く|通す|保つ)こと[。.]?$"
        r"|(?:main|master|develop|本番|mainブランチ)(?:ブランチ)?(?:に|へ|には)(?:直接)?(?:プッシュ|push|コミット"
        r"|commit|マージ)"
        r"(?:しない|は?禁止|しちゃ)"
    ),
)
_JAPANESE_WORK: Final = Pattern(
    r"(?:追加|変更|修正|実装|更新|リリース)(?:する)?(?:時|とき|際|たび)(?:は|に)?[^。]{0,16}(?:更新|記載|追記|追加"
    r"|作成)(?:する|すること|してください)[。.]?$"
    r"|(?:規則|規約|ルール|命名|スタイル|方針)(?:を|に|は)[^。]{0,6}(?:破らない|守る|守って|従う|従って|準拠する"
    r"|準拠して)"
    r"|テスト[^。]{0,8}(?:通らない|通るまで|落ちて|失敗し)[^。]{0,12}(?:コミット|プッシュ|push|マージ|デプロイ)しない"
    r"|(?:本番|production|main|master|\.env|マイグレーション|シークレット)[^。]{0,10}(?:は|には|を"
    r"|に)[^。]{0,8}(?:触ら|変更し|編集し|触れ|コミットし)な(?:い|いで)"
)
_JAPANESE_MOMENT: Final = Pattern(
    r"^(?:まだ|今回|今は|ひとまず|とりあえず|まずは?|一旦|いったん)|(?:か|かな|よね|の)[。？?]*$|[？?]|エラー|ボタン"
    r"|画面|ユーザーが|表示"
)

_KO_PAPER: Final = (
    r"(?:커밋(?: ?메시지)?|주석|문서|답변|대답|응답|설명|pr(?: ?(?:제목|본문|설명))?|변수명|함수명|로그|브랜치명?)"
)
_KO_STEP: Final = r"(?:커밋|푸시|push|commit|배포|머지|merge|pr|릴리스)"
_KO_WORK: Final = (
    r"(?:커밋|푸시|push|머지|테스트|브랜치|main|주석|코드|any|의존성|라이브러리|\.env|린트|lint|훅"
    r"|hook|자격증명|시크릿|비밀|키|문서|·+)"
)
_KOREAN: Final = (
    Pattern(
        rf"(?<!이 )(?<!그 ){_KO_PAPER}(?:[·,/와과] ?{_KO_PAPER})*(?:[은는을를도이가])?[^.,]{{0,8}}(?:한국어|한글"
        rf"|영어|영문)"
        r"(?:로|만)(?!\s*(?:변경|번역|바꿔|바꾸|수정|된|되))"
        r"|(?:공동 ?작성자|co-?author\w*|서명)[^.]{0,12}(?:하지 ?마|말|금지|빼)"
    ),
    Pattern(
        rf"{_OTHER} ?(?:은|는|을|를)? ?(?:말고|대신에?|쓰지 말고|사용하지 말고) ?{_TOOL}(?:을|를|으로|로)? ?(?:써|쓰"
        rf"|사용|해)"
        rf"|{_OTHER}(?:은|는|을|를|타입은?)? ?(?:절대 )?(?:쓰지 ?(?:마|말)|사용하지 ?(?:마|말)|사용 ?금지|금지"
        rf"|우회하지)"
    ),
    Pattern(
        r"(?:허락|허가|승인|동의|확인|요청|지시)(?: ?받기 전|을? 받기 전|하기 전| ?없이)[^.]{0,24}(?:하지 ?마|말"
        r"|금지|안 ?돼)"
        r"|명시적(?:인|으로)? ?(?:요청|지시|승인)[^.]{0,10}(?:때만|시에만|경우에만|전에는)"
        r"|(?:전에는?|경우에?는?|명령은|때는) ?(?:항상 |반드시 |꼭 )?먼저 (?:물어|확인받|알려|허락)"
        rf"|{_KO_STEP}(?:은|는|이|가|을|를)? ?(?:내가|제가) ?(?:직접 )?[^.]{{0,12}}(?:할게|할 ?테니|한다"
        rf"|할 ?거)[^.]{{0,14}}(?:마|말고|말아|않아도)"
    ),
    Pattern(
        rf"(?:매번|매 {_KO_STEP}|{_KO_STEP}(?:할|하실|하기)? ?(?:때마다|마다|전에는?|후에는?))[^.?]{{0,10}}(?:반드시"
        rf"|항상|꼭|먼저|린트|lint|테스트|확인|실행)"
        rf"|테스트(?:를|부터|코드)?(?:를)? ?먼저 (?:작성|짜|쓰)[^.]{{0,12}}(?:구현|개발)"
        rf"|{_KO_WORK}[^.]{{0,30}}말 것[.]?$"
    ),
)
_KOREAN_MOMENT: Final = Pattern(
    r"^(?:지금은|이번|일단|우선|아직)|(?:까|나요|니|냐|어\?|지)[?]|[?？]|에러|오류|버튼|화면|유저|고객|안 ?돼[.]*$"
)

_RULES: Final = (
    (_CHINESE, _CHINESE_MOMENT),
    ((*_JAPANESE, _JAPANESE_WORK), _JAPANESE_MOMENT),
    (_KOREAN, _KOREAN_MOMENT),
)


def measure_unspaced(rest: str) -> float:
    """How certain it is that a sentence is a rule by what it is about; 0 if nothing says so."""
    if not is_unspaced(rest) or is_asking(rest):
        return 0.0
    compact = _GAP.sub("", rest)
    for patterns, moment in _RULES:
        text = rest if patterns is _KOREAN else compact
        if any(pattern.search(text) for pattern in patterns) and not moment.search(text):
            return SURE
    return 0.0


_GAP: Final = Pattern(
    r"(?<=[a-z0-9·]) (?=[\u3040-\u30ff\u4e00-\u9fff])|(?<=[\u3040-\u30ff\u4e00-\u9fff]) (?=[a-z0-9·])"
)
"""A blank between Latin letters and Chinese characters, which some people type."""
