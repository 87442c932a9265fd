"""Create clusters from uploaded PDFs or identifiers, show progress, delete clusters with undo, and choose anchors."""

from __future__ import annotations

import itertools
import shutil
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, UploadFile
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from ..acquisition.acquire import LOCAL_SOURCE
from ..acquisition.identifiers import parse_identifier
from ..acquisition.ledger import summarize
from ..errors import CitehopError, UsageError
from ..indexes.build.build import build
from ..indexes.build.report import Listener
from ..papers.clusters.ledger import read_ledger
from ..papers.clusters.locate import build_cluster_name, cluster_folder
from ..papers.clusters.manage import set_anchor
from ..papers.clusters.trash import delete_cluster, purge_cluster, restore_cluster
from ..papers.files import check_free_space
from ..papers.plural import count_noun
from ..papers.records import IDENTIFYING, Ledger
from . import views
from .access import MAX_UPLOAD, UPLOAD_PATH
from .browse import cluster_name
from .forms import Form, check_form_token, form_route
from .jobs import Job
from .saved_jobs import AddJob, keep_waiting, new_job_folder, start_job, waiting_job
from .site import Site, page_route

_MAX_FILES, _MAX_PAPERS = 1000, 200


def create_routes(site: Site) -> list[Route]:
    """Return the routes of the pages and forms for creating and deleting clusters."""
    return [
        page_route(site, "/new", _new_page),
        Route(UPLOAD_PATH, partial(_upload, site), methods=["POST"]),
        form_route(site, "/new/papers", _add_papers),
        form_route(site, "/new/sample", _make_sample),
        page_route(site, "/new/waiting/{folder}", _waiting_page),
        form_route(site, "/new/waiting/{folder}", _decide),
        page_route(site, "/jobs/{job:int}", _job_page),
        form_route(site, "/clusters/{cluster}/delete", _delete),
        form_route(site, "/clusters/{cluster}/anchor", _choose_anchor),
        form_route(site, "/trash/{deleted}/restore", _restore),
        form_route(site, "/trash/{deleted}/purge", _purge),
    ]


def _new_page(site: Site, request: Request) -> Response:
    return site.render(
        "new.html",
        name=request.query_params.get("name", ""),
        jobs=site.jobs.unfinished(),
        most_gb=MAX_UPLOAD >> 30,
        offline=site.settings.offline,
    )


async def _upload(site: Site, request: Request) -> Response:
    check_form_token(site, request.query_params.get("form_token", ""))  # before any file is stored
    length = int(request.headers.get("content-length", "0"))  # `AccessControl` has checked this header
    await run_in_threadpool(check_free_space, site.settings.home_path, 2 * length)
    async with request.form(max_files=_MAX_FILES, max_fields=20) as form:
        return await run_in_threadpool(_start_upload, site, form)


def _add_papers(site: Site, _: Request, form: Form) -> Response:
    words = form.required("papers", 20_000).replace(",", " ").split()
    if len(words) > _MAX_PAPERS:
        raise HTTPException(413, f"at most {_MAX_PAPERS} papers at once")
    papers = tuple(dict.fromkeys(map(_identifier, words)))
    name = _check_name(site, form.text("name") or build_cluster_name(papers[0].partition(":")[2]))
    refs = bool(form.text("refs"))

    with new_job_folder(site.settings) as folder:
        return _begin(site, folder, AddJob(name, papers, refs=refs), form.text("existing"))


def _make_sample(site: Site, _: Request, __: Form) -> Response:
    """Start a job that indexes the sample papers."""
    sample = site.sample
    if sample is None:
        raise HTTPException(404)

    def work(listen: Listener) -> None:
        build(sample.folder, sample.name, sample.anchor, site.settings, listen)

    return _see(f"/jobs/{site.jobs.start(sample.name, work).id}")


def _job_page(site: Site, request: Request) -> Response:
    job = site.jobs.get(request.path_params["job"])
    ledger = _read_ledger(site, job)
    return site.render(
        "job.html",
        job=replace(job, error=site.hide_folder(job.error)),
        url=views.cluster_url(job.cluster),
        ledger=ledger,
        local=LOCAL_SOURCE,
        summary=summarize(ledger) if ledger else "",
    )


def _delete(site: Site, request: Request, _: Form) -> Response:
    deleted = delete_cluster(cluster_name(request), site.settings)
    return _see(f"/?deleted={deleted.id}")


def _restore(site: Site, request: Request, _: Form) -> Response:
    return _see(views.cluster_url(restore_cluster(request.path_params["deleted"], site.settings)))


def _purge(site: Site, request: Request, _: Form) -> Response:
    purge_cluster(request.path_params["deleted"], site.settings)
    return _see("/")


def _choose_anchor(site: Site, request: Request, form: Form) -> Response:
    name = cluster_name(request)
    set_anchor(name, form.required("paper"), site.settings)
    return _see(views.cluster_url(name))


def _start_upload(site: Site, form: FormData) -> Response:
    """Save the uploaded PDFs and start a job that indexes them."""
    uploads = [value for _, value in form.multi_items() if isinstance(value, UploadFile) and value.filename]
    with new_job_folder(site.settings) as folder:
        files, left_out = _save(uploads, folder, site.settings.max_file_mb << 20)
        if not files:
            raise HTTPException(400, "none of these files is a PDF of the size that is read; choose others")
        name = _check_name(site, " ".join(_text(form, "name").split()) or build_cluster_name(files[0].stem))
        note = f"{count_noun(len(files), 'PDF')} uploaded."
        note += f" {count_noun(left_out, 'file')} left out: no PDF, or too large." if left_out else ""
        job = AddJob(name, files=tuple(file.name for file in files), note=note)
        return _begin(site, folder, job, _text(form, "existing"))


def _begin(site: Site, folder: Path, job: AddJob, existing: str) -> Response:
    """Start a job, or ask first if its cluster exists and is not the `existing` one that the user chose."""
    if job.name != existing and cluster_folder(job.name, site.settings).is_dir():
        keep_waiting(folder, job)
        return _see(f"/new/waiting/{folder.name}")
    return _see(f"/jobs/{start_job(site.jobs, folder, job, site.settings).id}")


def _waiting_page(site: Site, request: Request) -> Response:
    folder, job = waiting_job(site.settings, request.path_params["folder"])
    papers = len(site.sessions.cluster(job.name).paper_ids)
    return site.render(
        "waiting.html", job=job, folder=folder.name, papers=papers, free=_find_free_name(site, job.name)
    )


def _decide(site: Site, request: Request, form: Form) -> Response:
    """Add papers to the existing cluster, make a new cluster, or discard the papers, as the user decided."""
    folder, job = waiting_job(site.settings, request.path_params["folder"])
    choice = form.required("choice")
    if choice == "leave":
        shutil.rmtree(folder, ignore_errors=True)
        return _see("/new")
    name = job.name if choice == "add" else _find_free_name(site, job.name)
    return _see(f"/jobs/{start_job(site.jobs, folder, replace(job, name=name), site.settings).id}")


def _find_free_name(site: Site, name: str) -> str:
    """Return `name` with the smallest number, from 2, that no cluster has."""
    names = (f"{name[:60]}-{number}" for number in itertools.count(2))
    return next(each for each in names if not cluster_folder(each, site.settings).exists())


def _save(uploads: Sequence[UploadFile], folder: Path, largest: int) -> tuple[list[Path], int]:
    """Write the PDFs among `uploads` to `folder` under portable names. Return their paths and the number of other
    files.
    """
    files: list[Path] = []
    for upload in uploads:
        head = upload.file.read(1024)
        upload.file.seek(0)
        stem = build_cluster_name(Path((upload.filename or "").replace("\\", "/")).name.removesuffix(".pdf"))
        if b"%PDF-" not in head or not 0 < (upload.size or 0) <= largest:
            continue
        path = folder / f"{stem or 'paper'}.pdf"
        if path.exists():
            path = folder / f"{stem or 'paper'}-{len(files) + 1}.pdf"
        with path.open("xb") as target:
            shutil.copyfileobj(upload.file, target)
        files.append(path)
    return files, len(uploads) - len(files)


def _identifier(text: str) -> str:
    """Return an identifier or address of a paper as "KIND:ID".

    Raises UsageError for anything else, including paths and names of clusters.
    """
    ids = dict(parse_identifier(text).ids)
    kind = next((kind for kind in IDENTIFYING if kind in ids), None)
    if kind is None or ".." in ids[kind]:
        raise UsageError(f"not an identifier: {text[:80]!r}; give an arXiv id, a DOI or an ACL id")
    return f"{kind}:{ids[kind]}"


def _check_name(site: Site, name: str) -> str:
    """Return `name`, which may be the name of an existing cluster. Raises UsageError if it is not portable."""
    cluster_folder(name, site.settings)
    return name


def _read_ledger(site: Site, job: Job) -> Ledger | None:
    """Return the ledger of the job's cluster as it is on disk now; None if it cannot be read."""
    try:
        return read_ledger(cluster_folder(job.cluster, site.settings))
    except CitehopError:
        return None


def _text(form: FormData, name: str) -> str:
    value = form.get(name)
    return value[:2000] if isinstance(value, str) else ""


def _see(url: str) -> Response:
    return RedirectResponse(url, 303)
