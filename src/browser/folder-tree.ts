import { addShortcut } from './keyboard.ts'
import { loadWhenOnline } from './when-online.ts'

const loadPane = () => loadWhenOnline(() => import('./folder-tree-pane.ts'))

/** The button of the folder tree in the header of a file. What it opens is loaded then, or at once where the tree was left open. */
export function listenForFolderTree(): void {
  const toggle = document.querySelector<HTMLAnchorElement>('.tree-toggle')
  if (!toggle) return
  const press = () => void loadPane().then(({ toggleTree }) => toggleTree(toggle))
  toggle.addEventListener('click', (event) => {
    // In a new tab it is a link to the page of the tree.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    press()
  })
  addShortcut({ keys: 'KeyB', label: toggle.ariaLabel ?? '', run: press })
  if (document.body.dataset['tree']) void loadPane().then(({ restoreTree }) => restoreTree(toggle))
}
