import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { Icon } from '#ui/icons.tsx'
import { repoHref } from '../links.ts'
import { branchMessages } from '../messages/branches.ts'
import { repoMessages } from '../messages/repo.ts'
import type { RepoBranch } from '../repo.ts'
import { type At, isCurrent } from '../view.ts'

type Props = { locale: Locale; at: At; path: string; view: string | undefined }

/** Leads to the same path and view in another branch. Without script it is a popover too. */
export function BranchSwitch({ locale, at, path, view }: Props) {
  const { repo, branch } = at
  const t = branchMessages(locale)
  if (repo.branch === null) return null
  const shown = branch ?? repo.branch
  return (
    <>
      <button
        class="button button-quiet branch-button small shrinks"
        type="button"
        popovertarget="branches"
        aria-label={t.now(shown)}
        title={t.now(shown)}
      >
        <BranchIcon />
        {!at.isPinned && (
          <bdi class="truncate" dir="auto">
            {shown}
          </bdi>
        )}
      </button>
      <div class="branch-menu float menu" id="branches" popover="auto">
        <BranchLinks locale={locale} at={at} path={path} view={view} />
        <AddForm locale={locale} repo={repo.name} path={path} view={view} />
        {branch !== null && <RemoveForm locale={locale} repo={repo.name} branch={branch} />}
      </div>
    </>
  )
}

function BranchLinks({ locale, at, path, view }: Props) {
  const { repo, branches } = at
  const t = branchMessages(locale)
  return (
    <ul class="stack" aria-label={t.title}>
      <li>
        <a class="option" href={repoHref(repo.name, path, { view })} aria-current={isCurrent(at) ? 'true' : undefined}>
          <BranchIcon />
          <bdi class="truncate grow">{repo.branch}</bdi>
          <span class="meta rigid">{t.hasNotes}</span>
        </a>
      </li>
      {branches
        .filter(({ name }) => name !== repo.branch)
        .map((each) => (
          <BranchLink key={each.name} locale={locale} at={at} path={path} view={view} each={each} />
        ))}
    </ul>
  )
}

type AddProps = Omit<Props, 'at'> & { repo: string }

function AddForm({ locale, repo, path, view }: AddProps) {
  const t = branchMessages(locale)
  return (
    <form class="branch-add row gap-2 rule-above" method="post" action={`${repoHref(repo)}/branches`}>
      <input type="hidden" name="path" value={path} />
      {view !== undefined && <input type="hidden" name="view" value={view} />}
      <input
        class="input grow"
        name="branch"
        aria-label={t.name}
        placeholder={t.name}
        dir="auto"
        maxLength={200}
        required
        autocomplete="off"
        spellcheck={false}
      />
      <Button>{t.add}</Button>
    </form>
  )
}

function BranchLink({ locale, at, path, view, each }: Props & { each: RepoBranch }) {
  const t = branchMessages(locale)
  const { name, head, error } = each
  const state = error !== null ? repoMessages(locale)[`error_${error}`] : head === null ? t.waiting : null
  return (
    <li>
      <a
        class="option"
        href={repoHref(at.repo.name, path, { branch: name, view })}
        aria-current={!at.isPinned && name === at.branch ? 'true' : undefined}
        title={state ?? name}
      >
        <BranchIcon />
        <bdi class="truncate grow">{name}</bdi>
        {state !== null && <Icon name={error === null ? 'clock' : 'warn'} />}
      </a>
    </li>
  )
}

/** Also on the page of a branch that could not be fetched. */
export function RemoveForm({ locale, repo, branch }: { locale: Locale; repo: string; branch: string }) {
  return (
    <form method="post" action={`${repoHref(repo)}/branches/remove`}>
      <input type="hidden" name="branch" value={branch} />
      <button class="option option-danger" type="submit">
        <Icon name="trash" />
        <span class="breaks">{branchMessages(locale).remove(branch)}</span>
      </button>
    </form>
  )
}

/** Only the server draws it. From Lucide (ISC licence). */
function BranchIcon() {
  return (
    <svg class="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
      <path d="M6 3v12M18 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM18 9a9 9 0 0 1-9 9" />
    </svg>
  )
}
