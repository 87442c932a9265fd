"""Load settings. Precedence: call argument or flag > CITEHOP_* variable > citehop.toml in the folder > user file."""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

from .errors import ConfigurationError

PROJECT_FILE = "citehop.toml"


def expand_user(path: str | Path) -> Path:
    """Return `path` with "~" replaced by the user's home folder; "~name" of an unknown user stays as it is, as in a
    shell.
    """
    return Path(os.path.expanduser(path))  # noqa: PTH111  # Path.expanduser raises RuntimeError for an unknown user


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. Each field is a key of citehop.toml; the environment variable CITEHOP_<FIELD> sets it as well."""

    home: str = field(
        default="", metadata={"help": "folder of the clusters; empty: the platform's data folder"}
    )
    embedding_model: str = field(
        default="all-MiniLM-L6-v2",
        metadata={"help": "sentence-transformers model, as a name or path; 'none': BM25 only"},
    )
    visual_model: str = field(
        default="auto",
        metadata={
            "help": "colpali-engine model for page images, as a name or path; 'off'; 'auto': if a GPU and a model are available"
        },
    )
    visual_untrained: bool = field(
        default=False, metadata={"help": "accept a page-image model whose checkpoint lacks trained weights"}
    )
    visual_quantization: str = field(
        default="off",
        metadata={
            "help": "page vectors kept in memory: 'off' (full precision), 'int8', 'binary'; best compared in full"
        },
    )
    strategy: str = field(
        default="auto",
        metadata={
            "help": "search by bm25, dense, hybrid, pages or hybrid+pages; auto: hybrid, with page images if the cluster has them"
        },
    )
    reranker: str = field(
        default="",
        metadata={
            "help": "sentence-transformers CrossEncoder that reranks passages, as a name or path; 'none'; empty: the cluster's"
        },
    )
    qdrant_url: str = field(
        default="", metadata={"help": "URL of a Qdrant server or cluster; empty: embedded engine"}
    )
    qdrant_api_key: str = field(default="", metadata={"help": "API key for qdrant_url", "secret": True})
    qdrant_shards: int = field(
        default=0, metadata={"help": "shards of a collection on the Qdrant server; 0: the server's default"}
    )
    qdrant_replicas: int = field(
        default=0, metadata={"help": "replicas of each shard on the Qdrant server; 0: the server's default"}
    )
    qdrant_payload_in_memory: bool = field(
        default=False, metadata={"help": "keep texts and ids of passages in the Qdrant server's memory"}
    )
    qdrant_quantization: str = field(
        default="off",
        metadata={
            "help": "passage vectors kept in memory: 'off' (full precision), 'int8', 'binary'; best compared in full"
        },
    )
    threads: int = field(
        default=0, metadata={"help": "threads of torch, onnxruntime and OpenMP; 0: one per core"}
    )
    workers: int = field(default=0, metadata={"help": "processes that parse papers; 0: one per core"})
    parse_seconds: int = field(
        default=120,
        metadata={
            "help": "time limit in seconds for parsing one file; OCR may extend it as long as it makes progress"
        },
    )
    ocr_pages: int = field(default=100, metadata={"help": "maximum number of pages per file that OCR reads"})
    parse_memory_mb: int = field(default=2048, metadata={"help": "memory limit in MB for parsing one file"})
    max_file_mb: int = field(
        default=200, metadata={"help": "maximum file size in MB; larger files are reported and skipped"}
    )
    max_pages: int = field(
        default=500,
        metadata={"help": "maximum pages per paper; the rest is dropped with a warning"},
    )
    chunk_tokens: int = field(default=200, metadata={"help": "approximate number of words per passage"})
    chunk_overlap: int = field(
        default=40, metadata={"help": "maximum number of words shared by neighboring passages"}
    )
    model: str = field(
        default="",
        metadata={
            "help": "language model, as named by litellm, such as openai/gpt-4o, or gguf:FILE; empty: answers without a model"
        },
    )
    vision_model: str = field(default="", metadata={"help": "model for images; empty: same as model"})
    judge_model: str = field(
        default="", metadata={"help": "model that grades answers in benchmarks; empty: same as model"}
    )
    api_base: str = field(
        default="",
        metadata={"help": "base URL of the model's server; applies to every role with the same provider"},
    )
    api_key: str = field(
        default="",
        metadata={"help": "API key for api_base; empty: the provider's own variable", "secret": True},
    )
    model_prices: str = field(
        default="", metadata={"help": "NAME=PROMPT/COMPLETION, ... in US dollars per million tokens"}
    )
    model_context: int = field(
        default=0, metadata={"help": "context window in tokens; 0: as listed by litellm"}
    )
    model_seconds: int = field(
        default=0,
        metadata={
            "help": "seconds of silence until a model is given up; 0: 30 between words, 60 before the first, 600 if it is local"
        },
    )
    model_concurrency: int = field(default=4, metadata={"help": "maximum number of simultaneous model calls"})
    requests_per_minute: int = field(
        default=0, metadata={"help": "maximum number of model requests per minute; 0: no limit"}
    )
    tokens_per_minute: int = field(
        default=0, metadata={"help": "maximum number of model tokens per minute; 0: no limit"}
    )
    max_cost: float = field(default=0.0, metadata={"help": "maximum cost in US dollars; 0: no limit"})
    max_calls: int = field(default=0, metadata={"help": "maximum number of model requests; 0: no limit"})
    no_cache: bool = field(default=False, metadata={"help": "neither use nor store cached model replies"})
    offline: bool = field(
        default=False, metadata={"help": "make no network connection, not even to the model hub"}
    )
    email: str = field(
        default="",
        metadata={"help": "contact address sent to the scholarly services; Unpaywall requires one"},
    )
    arxiv_url: str = field(default="https://export.arxiv.org", metadata={"help": "URL of arXiv or a mirror"})
    semantic_scholar_url: str = field(
        default="https://api.semanticscholar.org",
        metadata={"help": "URL of Semantic Scholar; API key: SEMANTIC_SCHOLAR_API_KEY"},
    )
    openalex_url: str = field(
        default="https://api.openalex.org", metadata={"help": "URL of OpenAlex; API key: OPENALEX_API_KEY"}
    )
    crossref_url: str = field(default="https://api.crossref.org", metadata={"help": "URL of Crossref"})
    unpaywall_url: str = field(default="https://api.unpaywall.org", metadata={"help": "URL of Unpaywall"})
    acl_url: str = field(default="https://aclanthology.org", metadata={"help": "URL of the ACL Anthology"})
    zotero_folder: str = field(
        default="~/Zotero", metadata={"help": "Zotero's data folder, which is only read"}
    )
    zotero_base_folder: str = field(
        default="",
        metadata={"help": "base folder of Zotero's linked files; default: that of its preferences"},
    )
    zotero_url: str = field(
        default="https://api.zotero.org",
        metadata={"help": "URL of Zotero's web API, for notes; API key: ZOTERO_API_KEY"},
    )
    allow_http: bool = field(
        default=False,
        metadata={"help": "also use http: to fetch from a mirror of your own, and to send qdrant_api_key"},
    )
    trusted_hosts: str = field(
        default="", metadata={"help": "comma-separated hosts whose addresses may be private"}
    )
    arxiv_interval: float = field(
        default=3.0, metadata={"help": "minimum seconds between requests to arXiv, as arXiv requires"}
    )
    fetch_interval: float = field(
        default=1.0, metadata={"help": "minimum seconds between requests to any other server"}
    )
    fetch_backoff: float = field(
        default=1.0,
        metadata={"help": "approximate seconds before the second attempt; doubled for each further one"},
    )
    fetch_seconds: int = field(
        default=180, metadata={"help": "time limit in seconds for one file, including retries"}
    )
    fetch_total_seconds: int = field(
        default=0, metadata={"help": "time limit in seconds for a whole citehop add; 0: none"}
    )

    @property
    def home_path(self) -> Path:
        """The folder of the clusters."""
        if self.home:
            return expand_user(self.home)
        from platformdirs import user_data_path

        return user_data_path("citehop", appauthor=False)


def without_secrets(settings: Settings) -> Settings:
    """Return `settings` without API keys, so that they can be given to another machine."""
    secrets: dict[str, Any] = {each.name: "" for each in fields(settings) if each.metadata.get("secret")}
    return replace(settings, **secrets)


def user_file() -> Path:
    """Return the path of the user's citehop.toml."""
    from platformdirs import user_config_path

    return user_config_path("citehop", appauthor=False) / PROJECT_FILE


def load_settings(
    overrides: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
    folder: Path | None = None,
) -> Settings:
    """Load the settings from all sources. `overrides` with the value None are ignored.

    Raises ConfigurationError, naming the source, for an unknown key, a value of the wrong type or a broken file.
    """
    environ = os.environ if environ is None else environ
    values: dict[str, Any] = {}
    for path in (user_file(), (folder or Path.cwd()) / PROJECT_FILE):
        values.update(_from_file(path))
    values.update(_from_environ(environ))
    for key, value in (overrides or {}).items():
        if value is not None:
            values[key] = _coerce(key, value, "argument")
    return Settings(**values)


def _from_file(path: Path) -> dict[str, Any]:
    try:
        raw = path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        raise ConfigurationError(f"{path}: cannot be read ({error.strerror}); fix its permissions") from error
    try:
        table = tomllib.loads(raw.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: not valid TOML ({error}); correct the file") from error
    return {key: _coerce(key, value, str(path)) for key, value in table.items()}


# Variables with the prefix CITEHOP_ that are not settings: they configure the test suite.
_NOT_SETTINGS = {"CITEHOP_SHARED", "CITEHOP_TEST_QDRANT_URL"}


def _from_environ(environ: Mapping[str, str]) -> dict[str, Any]:
    found = {}
    for name, value in environ.items():
        if name.startswith("CITEHOP_") and name not in _NOT_SETTINGS and value != "":
            key = name.removeprefix("CITEHOP_").lower()
            found[key] = _coerce(key, value, name)
    return found


_NUMBERS: dict[type, Any] = {
    int: Annotated[int, msgspec.Meta(ge=0)],
    float: Annotated[float, msgspec.Meta(ge=0, le=sys.float_info.max)],
}
_DESCRIPTIONS = {
    bool: "true or false",
    int: "a whole number from 0 upwards",
    float: "a number from 0 upwards",
    str: "text",
}
_TYPES: dict[str, type] = {f.name: type(f.default) for f in fields(Settings)}
_SWITCHES = {"yes": True, "on": True, "no": False, "off": False}  # besides "true", "1", "false" and "0"


def _coerce(key: str, value: Any, source: str) -> Any:
    """Convert `value` to the type of setting `key`; text is parsed because environment variables are always text."""
    kind = _TYPES.get(key)
    if kind is None:
        known = ", ".join(sorted(_TYPES))
        raise ConfigurationError(f"{source}: unknown setting {key!r}; known: {known}")
    if kind is bool and isinstance(value, str):
        value = _SWITCHES.get(value.lower(), value)
    try:
        return msgspec.convert(value, _NUMBERS.get(kind, kind), strict=not isinstance(value, str))
    except msgspec.ValidationError:
        raise ConfigurationError(f"{source}: {key} must be {_DESCRIPTIONS[kind]}, not {value!r}") from None
