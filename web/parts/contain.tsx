import { catchError, createComponent, createSignal, type Component, type JSX } from 'solid-js'
import { words } from '../words/en'

/**
 * Draws a view. If it throws, now or later, a button to reload takes its place, and all other parts go on. The button of a
 * view that is not active is hidden, as the view would be.
 */
export function contain<Props extends object>(view: Component<Props>, props: Props): JSX.Element {
  const [isBroken, setBroken] = createSignal(false)
  const fail = (error: Error) => {
    reportError(error)
    setBroken(true)
  }
  return (
    <>
      {isBroken() ? (
        <p class="broken" hidden={'isActive' in props && !props.isActive}>
          {words.status.broken}
          <button class="act" onClick={() => location.reload()}>
            {words.status.reload}
          </button>
        </p>
      ) : (
        catchError(() => createComponent(view, props), fail)
      )}
    </>
  )
}
