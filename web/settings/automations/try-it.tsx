import { createSignal, For, Show } from 'solid-js'
import type { AnswerOf, ParametersOf } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { Failure } from '../../parts/failure'
import { automationWords as words } from '../../words/en-automations'
import { TextField } from '../form-fields'
import { messageOf, textOf } from '../parts'

type Trial = AnswerOf<'POST /parley/automations/try'>

/** Says what the automation of the form around it would do now. */
export function TryIt(props: { requested: (fields: FormData) => ParametersOf<'POST /parley/automations/try'> }) {
  const { ask } = useClient()
  const [trial, setTrial] = createSignal<Trial>()
  const [error, setError] = createSignal('')
  async function tryIt({ form }: HTMLButtonElement) {
    if (!form?.reportValidity()) return
    const fields = new FormData(form)
    setTrial(undefined)
    setError('')
    try {
      const text = textOf(fields, 'sample')
      setTrial(await ask('POST /parley/automations/try', { ...props.requested(fields), text }))
    } catch (refusal) {
      setError(messageOf(refusal))
    }
  }
  return (
    <>
      <TextField label={words.sample} name="sample" most={2000} isOptional />
      <p>
        <button class="act" type="button" onClick={({ currentTarget }) => void tryIt(currentTarget)}>
          {words.tryIt}
        </button>
      </p>
      <Failure text={error()} />
      <div role="status">
        <Show when={trial()}>{(found) => <Tried trial={found()} />}</Show>
      </div>
    </>
  )
}

/** What an automation would do, or why not. */
const Tried = (props: { trial: Trial }) => (
  <>
    <p class="quiet">{props.trial.starts ? words.tried : words.notStarted}</p>
    <ol class="items">
      <For each={props.trial.steps}>
        {({ kind, topic, text, refusal }) => (
          <li>
            <div class="grow">
              <b>{words.actions[kind]}</b> {topic !== null && topic !== '' && `› ${topic}`}
              <Show
                when={refusal}
                fallback={
                  <p class="tried" dir="auto">
                    {text}
                  </p>
                }
              >
                {(why) => <p class="fail">{words.refused(why())}</p>}
              </Show>
            </div>
          </li>
        )}
      </For>
    </ol>
  </>
)
