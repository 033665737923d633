"""Commands that deploy or publish the project, or bring its database up to date."""

from typing import Final

from backstory.capture.text.patterns import Pattern

_DEPLOYS: Final = Pattern(
    r"^(?:[\w./-]+ ){0,3}(?:[\w./-]+:|[\w./]*/)?(?:deploy|publish|release|rollout)(?:[:._-][\w:.-]*)?(?=\s|$)"
    r"|^(?:npx |bunx |pnpm dlx |yarn dlx )?(?:vercel(?: deploy)?(?: --(?:prod|yes|force))*$|railway (?:up|redeploy)"
    r"|netlify deploy"
    r"|fly(?:ctl)? deploy|wrangler (?:pages )?deploy|supabase functions deploy|gcloud (?:run|app|functions) deploy"
    r"|eas submit|kubectl (?:apply|rollout)"
    r"|helm (?:upgrade|install)"
    r"|terraform apply|tofu apply|pulumi up|firebase deploy|ansible-playbook|twine upload|skaffold run|amplify push"
    r"|az (?:webapp up|containerapp (?:up|update))|docker (?:compose )?push)\b"
)


def deploys(command: str) -> bool:
    """Whether a command deploys or publishes the project."""
    return _DEPLOYS.search(command) is not None


_MIGRATES: Final = Pattern(
    r"^(?:(?:npx|bunx|pnpm dlx|pnpm exec|yarn|pnpm|npm exec|bundle exec|uv run|poetry run|pipenv run"
    r"|docker(?:-| )compose exec(?: -T)? [\w-]+) )*(?:"
    r"prisma (?:migrate (?:dev|deploy)|db push)|drizzle-kit (?:push|migrate)|supabase (?:db push|migration up)"
    r"|sequelize(?:-cli)? db:migrate|knex migrate:latest|typeorm migration:run|alembic upgrade \S+|flask db upgrade"
    r"|(?:python3? )?(?:\S*/)?manage\.py migrate|(?:bin/)?rails db:migrate|rake db:migrate|php artisan migrate"
    r"|dotnet ef database update|flyway migrate|liquibase update|goose \S+ .*\bup|migrate .*\bup|mix ecto\.migrate"
    r"|diesel migration run|sqlx migrate run|atlas (?:schema|migrate) apply|dbmate up"
    r"|(?:(?:npm|pnpm|yarn|bun) (?:run )?)(?:[\w-]+:)?(?:migrate|migrations?|db:push|db:migrate)(?:[:-][\w-]+)?"
    r")(?=\s|$)"
)


def migrates(command: str) -> bool:
    """Whether a command brings the database of the project up to date."""
    return _MIGRATES.search(command) is not None
