import { catchError, createComponent, createSignal, type Component } from 'solid-js'
import { words } from '../words/en'

/**
 * Returns a view that fails alone: if it throws, now or later, a button to reload takes its place, and all other parts go on. The button of a
 * view that is not active is hidden, as the view would be.
 */
export const contained =
  <Props extends object>(view: Component<Props>): Component<Props> =>
  (props) => {
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
