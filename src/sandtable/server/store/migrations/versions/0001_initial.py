"""All tables of the first release."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from sandtable.server.store.base import Moment

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("secret", sa.LargeBinary(length=32), nullable=False),
        sa.Column("edition", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("result", sa.String(length=40), nullable=True),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("changed", Moment(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("turn", sa.String(length=40), nullable=False),
        sa.Column("phase", sa.String(length=40), nullable=False),
        sa.Column("waiting_for", sa.JSON(), nullable=False),
        sa.Column("due", Moment(), nullable=True),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.Column("host", sa.String(length=40), nullable=True),
        sa.Column("time_kind", sa.String(length=20), nullable=False),
        sa.Column("paused", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index(op.f("ix_games_host"), "games", ["host"], unique=False)
    op.create_index("ix_games_status_due", "games", ["status", "due"], unique=False)
    op.create_index("ix_games_visibility_changed", "games", ["visibility", "changed"], unique=False)
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("powers", sa.JSON(), nullable=False),
        sa.Column("made_by", sa.String(length=32), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("expires", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("digest", name=op.f("uq_invitations_digest")),
    )
    op.create_index("ix_invitations_game_id", "invitations", ["game_id"], unique=False)
    op.create_table(
        "leases",
        sa.Column("game_id", sa.String(length=40), nullable=False),
        sa.Column("holder", sa.String(length=40), nullable=False),
        sa.Column("until", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", name=op.f("pk_leases")),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.String(length=160), nullable=False),
        sa.Column("person_id", sa.String(length=40), nullable=False),
        sa.Column("channel", sa.String(length=10), nullable=False),
        sa.Column("game_id", sa.String(length=40), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("made", Moment(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next", Moment(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
    )
    op.create_index("ix_notices_state_next", "notices", ["state", "next"], unique=False)
    op.create_table(
        "people",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=True),
        sa.Column("guest", sa.Boolean(), nullable=False),
        sa.Column("password", sa.String(length=200), nullable=True),
        sa.Column("email", sa.String(length=200), nullable=True),
        sa.Column("webhook", sa.String(length=500), nullable=True),
        sa.Column("webhook_secret", sa.String(length=64), nullable=True),
        sa.Column("reminders", sa.Boolean(), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("merged_into", sa.String(length=32), nullable=True),
        sa.Column("left", Moment(), nullable=True),
        sa.ForeignKeyConstraint(["merged_into"], ["people.id"], name=op.f("fk_people_merged_into")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_people")),
        sa.UniqueConstraint("name_key", name=op.f("uq_people_name_key")),
    )
    op.create_table(
        "standing_orders",
        sa.Column("game_id", sa.String(length=40), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("person_id", sa.String(length=40), nullable=False),
        sa.Column("orders", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("game_id", "power", name=op.f("pk_standing_orders")),
    )
    op.create_table(
        "entries",
        sa.Column("game_id", sa.String(length=40), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("data", sa.JSON(), nullable=False),
        sa.Column("at", Moment(), nullable=False),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_entries_game_id")),
        sa.PrimaryKeyConstraint("game_id", "version", name=op.f("pk_entries")),
    )
    op.create_table(
        "seats",
        sa.Column("game_id", sa.String(length=40), nullable=False),
        sa.Column("power", sa.String(length=40), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("person_id", sa.String(length=40), nullable=True),
        sa.Column("level", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["game_id"], ["games.id"], name=op.f("fk_seats_game_id")),
        sa.PrimaryKeyConstraint("game_id", "power", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_person_id"), "seats", ["person_id"], unique=False)
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("created", Moment(), nullable=False),
        sa.Column("expires", Moment(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_sessions_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("digest", name=op.f("uq_sessions_digest")),
    )
    op.create_index("ix_sessions_person_id", "sessions", ["person_id"], unique=False)
    op.create_table(
        "watchers",
        sa.Column("game_id", sa.String(length=32), nullable=False),
        sa.Column("person_id", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["people.id"], name=op.f("fk_watchers_person_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("game_id", "person_id", name=op.f("pk_watchers")),
    )


def downgrade() -> None:
    op.drop_table("watchers")
    op.drop_index("ix_sessions_person_id", table_name="sessions")
    op.drop_table("sessions")
    op.drop_index(op.f("ix_seats_person_id"), table_name="seats")
    op.drop_table("seats")
    op.drop_table("entries")
    op.drop_table("standing_orders")
    op.drop_table("people")
    op.drop_index("ix_notices_state_next", table_name="notices")
    op.drop_table("notices")
    op.drop_table("leases")
    op.drop_index("ix_invitations_game_id", table_name="invitations")
    op.drop_table("invitations")
    op.drop_index("ix_games_visibility_changed", table_name="games")
    op.drop_index("ix_games_status_due", table_name="games")
    op.drop_index(op.f("ix_games_host"), table_name="games")
    op.drop_table("games")
