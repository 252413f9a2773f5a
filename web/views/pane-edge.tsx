import { createSignal, onCleanup, onMount } from 'solid-js'
import { useClient } from '../client/use-client'
import { paneWidth } from '../routes/second-pane'
import { laterWords } from '../words/en-later'

const STORED = 'pane-width'
const STEP_PIXELS = 24

/** The edge between the panes. A pointer drags it, and the arrow keys move it. This browser remembers the width. */
export function PaneEdge(props: { pane: () => HTMLElement }) {
  const { storage } = useClient().environment
  const [width, setWidth] = createSignal(0)
  const isFromRight = () => document.dir !== 'rtl'
  /** The width of both panes together. */
  const between = () => {
    const main = props.pane().previousElementSibling
    return props.pane().getBoundingClientRect().width + (main?.getBoundingClientRect().width ?? 0)
  }

  function show(chosen: number) {
    const next = paneWidth(chosen, between())
    props.pane().parentElement?.style.setProperty('--pane', `${next}px`)
    setWidth(next)
    storage.setItem(STORED, String(next))
  }
  function press(event: KeyboardEvent) {
    const grows = isFromRight() ? 'ArrowLeft' : 'ArrowRight'
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    show(width() + (event.key === grows ? STEP_PIXELS : -STEP_PIXELS))
  }
  function drag(event: PointerEvent) {
    if (!(event.currentTarget instanceof HTMLElement) || !event.currentTarget.hasPointerCapture(event.pointerId)) return
    const { left, right } = props.pane().getBoundingClientRect()
    show(isFromRight() ? right - event.clientX : event.clientX - left)
  }

  onMount(() => {
    const stored = Number(storage.getItem(STORED))
    if (stored > 0) props.pane().parentElement?.style.setProperty('--pane', `${stored}px`)
    setWidth(Math.round(props.pane().getBoundingClientRect().width))
    onCleanup(() => props.pane().parentElement?.style.removeProperty('--pane'))
  })

  return (
    <div
      class="pane-edge"
      role="separator"
      aria-orientation="vertical"
      aria-label={laterWords.pane.width}
      aria-valuenow={width()}
      aria-valuetext={`${width()} px`}
      tabindex="0"
      onKeyDown={press}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
    />
  )
}
