import { createSignal } from 'solid-js'

const MAX_ZOOM = 8
const STEP = 1.5

type Point = { clientX: number; clientY: number }

/** Enlarges a picture in its frame by keys, a pinch, or the wheel with Ctrl. The frame scrolls, and the point between stays. */
export function createZoom(frame: () => HTMLElement) {
  const [zoom, setZoom] = createSignal(1)
  /** The distance of the fingers, and the zoom, when a pinch began. */
  let pinch: { distance: number; zoom: number } | undefined

  function zoomTo(next: number, { clientX, clientY }: Point = middleOf(frame())) {
    const element = frame()
    const before = zoom()
    const { left, top } = element.getBoundingClientRect()
    const [x, y] = [clientX - left, clientY - top]
    const [across, down] = [element.scrollLeft + x, element.scrollTop + y]
    const ratio = setZoom(Math.min(MAX_ZOOM, Math.max(1, next))) / before
    element.scrollTo(across * ratio - x, down * ratio - y)
  }

  function touch(event: TouchEvent) {
    const [one, two] = event.touches
    if (one === undefined || two === undefined) return void (pinch = undefined)
    event.preventDefault()
    const distance = Math.hypot(one.clientX - two.clientX, one.clientY - two.clientY)
    pinch ??= { distance, zoom: zoom() }
    const between = { clientX: (one.clientX + two.clientX) / 2, clientY: (one.clientY + two.clientY) / 2 }
    zoomTo((pinch.zoom * distance) / pinch.distance, between)
  }

  return {
    zoom,
    reset: () => setZoom(1),
    touch,
    wheel: (event: WheelEvent) => {
      if (!event.ctrlKey) return
      event.preventDefault()
      zoomTo(zoom() * Math.exp(-event.deltaY / 100), event)
    },
    toggle: (event: MouseEvent) => zoomTo(zoom() > 1 ? 1 : 2.5, event),
    /** Returns whether the key changes the size. */
    press(key: string): boolean {
      if (key === '+' || key === '=') zoomTo(zoom() * STEP)
      else if (key === '-') zoomTo(zoom() / STEP)
      else if (key === '0') zoomTo(1)
      else return false
      return true
    },
  }
}

function middleOf(element: HTMLElement): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { clientX: left + width / 2, clientY: top + height / 2 }
}
