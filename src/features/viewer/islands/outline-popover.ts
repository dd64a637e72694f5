/** Closes the popover when an entry is chosen, so that it does not cover the target line. */
export function closeOutlineOnChoice(): void {
  const outline = document.getElementById('outline')
  if (!outline) return
  outline.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a') && outline.matches(':popover-open'))
      outline.hidePopover()
  })
  openWithoutMenu(outline)
}

/** On a phone the popover is opened from a menu, which would stay open behind it: closing a popover closes its children. */
function openWithoutMenu(outline: HTMLElement): void {
  const item = document.querySelector('[popover] [popovertarget="outline"]')
  item?.addEventListener('click', (event) => {
    event.preventDefault()
    item.closest<HTMLElement>('[popover]')?.hidePopover()
    outline.showPopover()
    outline.querySelector('a')?.focus()
  })
}
