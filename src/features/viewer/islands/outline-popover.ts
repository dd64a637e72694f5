/** What is chosen from the outline leads to its line, and nothing stays lying over it. */
export function closeOutlineOnChoice(): void {
  const outline = document.getElementById('outline')
  if (!outline) return
  outline.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a') && outline.matches(':popover-open'))
      outline.hidePopover()
  })
  openWithoutMenu(outline)
}

/** On a phone it is opened from a menu, which would stay open behind it: closing a popover closes those opened from it. */
function openWithoutMenu(outline: HTMLElement): void {
  const item = document.querySelector('[popover] [popovertarget="outline"]')
  item?.addEventListener('click', (event) => {
    event.preventDefault()
    item.closest<HTMLElement>('[popover]')?.hidePopover()
    outline.showPopover()
    outline.querySelector('a')?.focus()
  })
}
