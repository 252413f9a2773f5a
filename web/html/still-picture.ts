/** Whether the system of the user asks for less motion. */
export const wantsLessMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/**
 * Shows the first frame of a picture that may move. Under the pointer and the focus it moves, unless `policy` is `never`. A
 * user who wants less motion gets the first frame whatever the policy is. `movingName` is that of thumbnails that move.
 */
export function stillPicture(image: HTMLImageElement, policy: string, movingName?: string): void {
  const link = image.closest('a')
  if (link === null) return
  const always = policy === 'always' && !wantsLessMotion()
  if (image.dataset.animated === 'true') {
    const moving =
      movingName === undefined ? link.href : image.src.slice(0, image.src.lastIndexOf('/') + 1) + movingName
    moveThumbnail(image, moving, always ? 'always' : policy === 'never' ? 'never' : 'on_hover')
    return
  }
  if (!always && mayMove(image)) pause(image, link, policy)
}

/** Covers a picture with its first frame, which the style sheet hides where the picture moves. */
export function pause(image: HTMLImageElement, frame: HTMLElement, policy: string): void {
  const canvas = document.createElement('canvas')
  canvas.className = 'still'
  canvas.setAttribute('aria-hidden', 'true')
  const draw = () => {
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    frame.classList.add('paused')
    frame.classList.toggle('moves-on-hover', policy !== 'never')
    frame.append(canvas)
  }
  if (image.complete && image.naturalWidth > 0) draw()
  else image.addEventListener('load', draw, { once: true })
}

/** The usual thumbnail of an uploaded picture does not move, so another one replaces it while it moves. */
function moveThumbnail(image: HTMLImageElement, moving: string, when: 'always' | 'on_hover' | 'never') {
  const [still, link] = [image.src, image.closest('a')]
  // The pointer may be over the picture already.
  if (when === 'always' || (when === 'on_hover' && link?.matches(':hover, :focus'))) image.src = moving
  if (when !== 'on_hover') return
  for (const type of ['pointerenter', 'focus']) link?.addEventListener(type, () => (image.src = moving))
  for (const type of ['pointerleave', 'blur']) link?.addEventListener(type, () => (image.src = still))
}

function mayMove({ dataset, src }: HTMLImageElement): boolean {
  // With a type, it is an upload, and the server says which of them move.
  return dataset.originalContentType === undefined && /\.(?:gif|webp|apng)(?:[&?]|$)/i.test(decodeURIComponent(src))
}
