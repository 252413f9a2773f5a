import { catchError, createSignal, type JSX } from 'solid-js'
import { words } from '../words/en'

/** Draws a part of the page. If it throws, now or later, a button to reload takes its place, and all other parts go on. */
export function contain(draw: () => JSX.Element, isParked?: () => boolean): JSX.Element {
  const [isBroken, setBroken] = createSignal(false)
  const fail = (error: Error) => {
    reportError(error)
    setBroken(true)
  }
  return (
    <>
      {isBroken() ? (
        <p class="broken" classList={{ parked: isParked?.() }}>
          <button class="act" onClick={() => location.reload()}>
            {words.status.reload}
          </button>
        </p>
      ) : (
        catchError(draw, fail)
      )}
    </>
  )
}
