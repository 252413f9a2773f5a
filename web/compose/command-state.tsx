import { Show } from 'solid-js'
import { words } from '../words/en'
import { CommandAnswer } from './command-answer'
import type { createCommandRuns } from './command-runs'

/** The command that runs, or the answer that only this user sees. */
export function CommandState(props: { runs: ReturnType<typeof createCommandRuns> }) {
  return (
    <>
      <Show when={props.runs.running()}>
        {(name) => (
          <p class="running" role="status">
            {words.composer.running(name())}
          </p>
        )}
      </Show>
      <Show when={props.runs.answer()} keyed>
        {(answer) => <CommandAnswer answer={answer} close={props.runs.forget} />}
      </Show>
    </>
  )
}
