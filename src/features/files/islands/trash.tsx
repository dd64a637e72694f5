import { useEffect } from 'preact/hooks'

/** The box that ticks all files of the trash follows them, and they follow it. */
function TrashSelection() {
  useEffect(() => {
    const all = document.querySelector<HTMLInputElement>('#trash-chosen [data-all]')
    if (!all) return
    const boxes = Array.from(document.querySelectorAll<HTMLInputElement>('.trash-rows input[name="file_ids"]'))
    const show = () => {
      const ticked = boxes.filter(({ checked }) => checked).length
      all.checked = ticked === boxes.length
      all.indeterminate = ticked > 0 && ticked < boxes.length
    }
    all.addEventListener('change', () => {
      for (const box of boxes) box.checked = all.checked
    })
    for (const box of boxes) box.addEventListener('change', show)
    show()
  }, [])
  return null
}

export const island = TrashSelection
