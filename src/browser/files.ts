/** A file that a user chose or dropped, with its path inside the chosen folder. */
export type PickedFile = { path: string; size: number; file: File }

export function listPickedFiles(input: HTMLInputElement | null): PickedFile[] {
  return Array.from(input?.files ?? [], (file) => picked(file, file.webkitRelativePath || file.name))
}

/** All dropped files, folders walked recursively. Reads the list at once: the browser empties it after the event. */
async function pickedFromDrop(transfer: DataTransfer): Promise<PickedFile[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const found: PickedFile[] = []
  for (const entry of entries) await walk(entry, found)
  return found
}

function picked(file: File, path: string): PickedFile {
  return { path, size: file.size, file }
}

async function walk(entry: FileSystemEntry, found: PickedFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))
    found.push(picked(file, entry.fullPath.replace(/^\//, '')))
    return
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // Returns a hundred entries at a time, until there are none.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return
    for (const each of some) await walk(each, found)
  }
}

/** Accepts dropped files on an element; returns the function that stops it. */
export function acceptDrops(
  element: HTMLElement,
  on: { over: (isOver: boolean) => void; drop: (files: PickedFile[]) => void },
): () => void {
  const over = (event: DragEvent) => {
    event.preventDefault()
    on.over(true)
  }
  const leave = () => on.over(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    on.over(false)
    if (event.dataTransfer) void pickedFromDrop(event.dataTransfer).then(on.drop)
  }
  element.addEventListener('dragover', over)
  element.addEventListener('dragleave', leave)
  element.addEventListener('drop', drop)
  return () => {
    element.removeEventListener('dragover', over)
    element.removeEventListener('dragleave', leave)
    element.removeEventListener('drop', drop)
  }
}

export function toFormData(files: readonly PickedFile[]): FormData {
  const form = new FormData()
  for (const { file, path } of files) form.append('file', file, path)
  return form
}

/** Makes the browser confirm leaving the page, which would abort the upload; returns the function that stops it. */
export function confirmBeforeLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}
