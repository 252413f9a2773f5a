/** Kinds of pictures that may move. A browser shows all of them in the same way, so the first frame is drawn once. */
const MAY_MOVE = /^image\/(?:gif|webp|apng)$/

/**
 * Shows the first frame of a picture that may move. Under the pointer and the focus it moves, unless `policy` is `never`. A
 * user who wants less motion gets the first frame whatever the policy is.
 */
export function stillPicture(image: HTMLImageElement, policy: string): void {
  const wantsLess = matchMedia('(prefers-reduced-motion: reduce)').matches
  if ((policy === 'always' && !wantsLess) || !mayMove(image)) return
  const link = image.closest('a')
  if (link === null) return
  const canvas = document.createElement('canvas')
  canvas.className = 'still'
  canvas.setAttribute('aria-hidden', 'true')
  const draw = () => {
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    canvas.getContext('2d')?.drawImage(image, 0, 0)
    link.classList.add('paused')
    link.classList.toggle('moves-on-hover', policy !== 'never')
    link.append(canvas)
  }
  if (image.complete && image.naturalWidth > 0) draw()
  else image.addEventListener('load', draw, { once: true })
}

function mayMove({ dataset, src }: HTMLImageElement): boolean {
  const { originalContentType: type } = dataset
  return type === undefined ? /\.(?:gif|webp|apng)(?:[&?]|$)/i.test(decodeURIComponent(src)) : MAY_MOVE.test(type)
}
