"""Commands that deploy or publish the project."""

from typing import Final

from backstory.capture.patterns import Pattern

_DEPLOYS: Final = Pattern(
    r"^(?:[\w./-]+ ){0,3}(?:[\w./-]+:|[\w./]*/)?(?:deploy|publish|release|rollout)(?:[:._-][\w:.-]*)?(?=\s|$)"
    r"|^(?:npx |bunx |pnpm dlx |yarn dlx )?(?:vercel(?: --prod)?$|railway up|kubectl (?:apply|rollout)"
    r"|helm (?:upgrade|install)"
    r"|terraform apply|tofu apply|pulumi up|firebase deploy|ansible-playbook|twine upload|skaffold run|amplify push"
    r"|az webapp up|docker (?:compose )?push)\b"
)


def deploys(command: str) -> bool:
    """Whether a command deploys or publishes the project."""
    return _DEPLOYS.search(command) is not None
