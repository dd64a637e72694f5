import { fetchPage } from './fetch-page.ts'
import { navigateTo } from './navigate.ts'
import { toast } from './toast.ts'

/** On narrower windows the tree covers the page, and is not remembered. As in `workspace.css`. */
const WIDE = matchMedia('(width >= 1024px)')
const REMEMBERED_SECONDS = 31_536_000

let shown: HTMLElement | null = null

/** Opens the tree around the file of this page and gives it the focus, or closes it. */
export async function toggleTree(toggle: HTMLAnchorElement): Promise<void> {
  if (shown?.checkVisibility()) return close(toggle)
  const tree = await open(toggle)
  if (!tree) return
  remember(WIDE.matches)
  tabStop(tree)?.focus()
}

/** The tree was open on the page before. */
export async function restoreTree(toggle: HTMLAnchorElement): Promise<void> {
  if (WIDE.matches) await open(toggle)
}

async function open(toggle: HTMLAnchorElement): Promise<HTMLElement | null> {
  const response = await fetchPage(toggle.href)
  const tree = response.outcome === 'done' ? response.page.getElementById('tree') : null
  if (!tree) {
    navigateTo(toggle.href)
    return null
  }
  shown?.remove()
  shown = document.adoptNode(tree)
  shown.classList.add('tree-pane')
  shown.addEventListener('click', (event) => followClick(event, toggle))
  shown.addEventListener('keydown', (event) => followKey(event, toggle))
  if (WIDE.matches) document.getElementById('content')?.before(shown)
  else showSheet(shown, toggle)
  toggle.ariaExpanded = 'true'
  const current = shown.querySelector<HTMLElement>('[aria-current]') ?? itemsOf(shown)[0]
  if (current) {
    makeTabStop(shown, current)
    // `scrollIntoView` would also scroll the page.
    shown.scrollTop = current.offsetTop - shown.clientHeight / 2
  }
  return shown
}

/** A popover: Escape and a press beside it close it, and the button gets the focus back. */
function showSheet(tree: HTMLElement, toggle: HTMLAnchorElement): void {
  tree.popover = 'auto'
  tree.addEventListener('toggle', (event) => {
    if (event.newState !== 'closed') return
    tree.remove()
    toggle.ariaExpanded = 'false'
  })
  document.body.append(tree)
  toggle.focus()
  tree.showPopover()
}

function close(toggle: HTMLAnchorElement): void {
  toggle.focus()
  if (shown?.popover) return shown.hidePopover()
  shown?.remove()
  toggle.ariaExpanded = 'false'
  remember(false)
}

/** The cookie lets the server leave the column free on the next page, so that the code does not move. */
function remember(isOpen: boolean): void {
  if (!WIDE.matches) return
  if (isOpen) document.body.dataset['tree'] = 'open'
  else delete document.body.dataset['tree']
  document.cookie = `tree=1; path=/; max-age=${isOpen ? REMEMBERED_SECONDS : 0}; samesite=lax`
}

function followClick(event: MouseEvent, toggle: HTMLAnchorElement): void {
  if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (event.target.closest('.tree-close')) return close(toggle)
  const folder = event.target.closest<HTMLAnchorElement>('.tree-folder')
  if (!folder) return
  event.preventDefault()
  if (shown) makeTabStop(shown, folder)
  if (isOpen(folder)) folder.ariaExpanded = 'false'
  else void openFolder(folder)
}

const isOpen = (folder: HTMLElement) => folder.ariaExpanded === 'true'

async function openFolder(folder: HTMLAnchorElement): Promise<void> {
  if (folder.ariaBusy === 'true') return
  if (!folder.nextElementSibling) {
    folder.ariaBusy = 'true'
    const only = new URL(folder.href)
    only.searchParams.set('level', '1')
    const response = await fetchPage(only.pathname + only.search)
    folder.ariaBusy = null
    if (response.outcome === 'offline')
      return toast({ text: shown?.dataset['offline'] ?? '', kind: 'error', topic: 'tree' })
    const level = response.outcome === 'done' ? response.page.querySelector('#tree > ul') : null
    // Its page says why.
    if (!level) return navigateTo(folder.href)
    folder.after(document.adoptNode(level))
    for (const item of level.querySelectorAll<HTMLElement>('.tree-item')) item.tabIndex = -1
  }
  folder.ariaExpanded = 'true'
}

function itemsOf(tree: HTMLElement): HTMLElement[] {
  return Array.from(tree.querySelectorAll<HTMLElement>('.tree-item')).filter((item) => item.checkVisibility())
}

function tabStop(tree: HTMLElement): HTMLElement | null {
  return tree.querySelector<HTMLElement>('.tree-item[tabindex="0"]')
}

/** One entry takes part in Tab, so that the code is one step away; the arrows reach the others. */
function makeTabStop(tree: HTMLElement, item: HTMLElement): void {
  for (const each of tree.querySelectorAll<HTMLElement>('.tree-item')) each.tabIndex = each === item ? 0 : -1
}

function followKey(event: KeyboardEvent, toggle: HTMLAnchorElement): void {
  const { key, ctrlKey, metaKey, altKey, shiftKey, currentTarget: tree } = event
  if (ctrlKey || metaKey || altKey || shiftKey || !(tree instanceof HTMLElement)) return
  if (key === 'Escape' && !tree.popover) {
    event.preventDefault()
    return toggle.focus()
  }
  const item = document.activeElement
  if (!(item instanceof HTMLAnchorElement) || !item.classList.contains('tree-item')) return
  const step = stepOf(key, getComputedStyle(tree).direction === 'rtl')
  if (step === null) return
  event.preventDefault()
  const next = go(step, item, itemsOf(tree))
  if (!next) return
  makeTabStop(tree, next)
  next.focus()
}

type Step = 'down' | 'up' | 'first' | 'last' | 'in' | 'out'
const STEPS: Readonly<Record<string, Step>> = { ArrowDown: 'down', ArrowUp: 'up', Home: 'first', End: 'last' }

function stepOf(key: string, isRtl: boolean): Step | null {
  if (key === 'ArrowRight') return isRtl ? 'out' : 'in'
  if (key === 'ArrowLeft') return isRtl ? 'in' : 'out'
  return STEPS[key] ?? null
}

/** As in a tree: inward opens a folder and then enters it, outward closes it and then goes to the one above. Returns what gets the focus. */
function go(step: Step, item: HTMLAnchorElement, items: readonly HTMLElement[]): HTMLElement | null | undefined {
  const at = items.indexOf(item)
  const isFolder = item.classList.contains('tree-folder')
  switch (step) {
    case 'down':
      return items[at + 1]
    case 'up':
      return items[at - 1]
    case 'first':
      return items[0]
    case 'last':
      return items.at(-1)
    case 'in':
      if (isFolder && isOpen(item)) return items[at + 1]
      if (isFolder) void openFolder(item)
      return null
    case 'out':
      if (!isFolder || !isOpen(item))
        return item.closest('ul')?.parentElement?.querySelector<HTMLElement>(':scope > .tree-folder')
      item.ariaExpanded = 'false'
      return null
  }
}
