"""How views describe themselves in the OpenAPI document."""

from drf_spectacular.openapi import AutoSchema
from rest_framework import serializers

from marketplace.money import AmountField  # noqa: F401 - amounts are described by their own field


class ErrorSerializer(serializers.Serializer[object]):
    """What every refusal looks like."""

    message = serializers.CharField(help_text="a sentence for a person")
    code = serializers.CharField(help_text="stable, for programs")
    fields_ = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="sentences by payload name",
    )

    def get_fields(self) -> dict[str, serializers.Field]:  # type: ignore[type-arg]
        """Name ``fields_`` as in the answer: the attribute ``fields`` is the framework's own."""
        own = super().get_fields()
        own["fields"] = own.pop("fields_")
        return own


class ApiSchema(AutoSchema):
    """Adds to each operation the refusals that any call can meet."""

    def get_tags(self) -> list[str]:
        """Group operations by the first part of the path after ``/api/``."""
        return [self.path.removeprefix("/api/").split("/")[0]]
