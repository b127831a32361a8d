"""Users, by their own id or by the one of their device."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field


@dataclass(slots=True)
class User:
    """One user; those who logged in have an id, and devices that were theirs."""

    user_id: str | None
    anonymous_ids: list[str] = field(default_factory=list)
    attributes: dict[str, object] = field(default_factory=dict)
    event_types: list[str] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """The user as the control API shows it."""
        ids: dict[str, object] = {"anonymousId": list(self.anonymous_ids)}
        if self.user_id is not None:
            ids["userId"] = self.user_id
        return {
            "vendor": "webengage",
            "customer_ids": ids,
            "properties": dict(self.attributes),
            "event_types": list(self.event_types),
            "event_count": len(self.event_types),
        }


class Users:
    """Everybody; an anonymous user becomes part of the one who logs in."""

    def __init__(self) -> None:
        self._users: list[User] = []

    def touch(self, ids: Mapping[str, str]) -> User:
        """The user of these ids, made or merged as needed."""
        user_id, anonymous_id = ids.get("userId"), ids.get("anonymousId")
        owner = self._find(lambda each: user_id is not None and each.user_id == user_id)
        holder = self._find(lambda each: anonymous_id in each.anonymous_ids)
        if owner is None:
            is_free = holder is not None and (user_id is None or holder.user_id is None)
            owner = holder if holder is not None and is_free else self._add()
        elif holder is not None and holder is not owner and holder.user_id is None:
            owner.anonymous_ids += holder.anonymous_ids
            owner.attributes = holder.attributes | owner.attributes
            owner.event_types = holder.event_types + owner.event_types
            self._users.remove(holder)
        owner.user_id = owner.user_id or user_id
        if anonymous_id is not None and anonymous_id not in owner.anonymous_ids:
            if holder is not None and anonymous_id in holder.anonymous_ids:
                holder.anonymous_ids.remove(anonymous_id)
            owner.anonymous_ids.append(anonymous_id)
        return owner

    def as_json(self) -> list[dict[str, object]]:
        """Everybody, oldest first."""
        return [each.as_json() for each in self._users]

    def _find(self, fits: Callable[[User], bool]) -> User | None:
        return next((each for each in self._users if fits(each)), None)

    def _add(self) -> User:
        user = User(None)
        self._users.append(user)
        return user
