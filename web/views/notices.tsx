import { createEffect, onCleanup, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { words } from '../words/en'
import { troubleOf } from './trouble'

const MILLISECONDS = 8000

/** Sentences about what just happened, with a button that undoes or continues it. They never take the focus. */
export function Notices() {
  const { isUpdated, notice, setNotice, status } = useClient()
  createEffect(() => {
    if (notice() === undefined) return
    const timer = setTimeout(() => setNotice(undefined), MILLISECONDS)
    onCleanup(() => clearTimeout(timer))
  })
  const actionOf = ({ undo, action }: NonNullable<ReturnType<typeof notice>>) =>
    undo === undefined ? action : { label: words.undo, run: undo }
  return (
    <div class="notices" role="status">
      <Show when={troubleOf(status())}>{(text) => <p class="notice">{text()}</p>}</Show>
      <Show when={isUpdated()}>
        <p class="notice">
          {words.status.updated}
          <button class="act" onClick={() => location.reload()}>
            {words.status.reload}
          </button>
        </p>
      </Show>
      <Show when={notice()}>
        {(visible) => (
          <p class="notice">
            {visible().text}
            <Show when={actionOf(visible())} keyed>
              {({ label, run }) => (
                <button
                  class="act"
                  onClick={() => {
                    setNotice(undefined)
                    run()
                  }}
                >
                  {label}
                </button>
              )}
            </Show>
          </p>
        )}
      </Show>
    </div>
  )
}
