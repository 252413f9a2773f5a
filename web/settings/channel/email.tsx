import { createSignal, For, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { attempt, fetched } from '../fetched'
import { channelEmailWords as words } from '../../words/en-channel-email'
import { confirmed } from '../confirm'
import { copyText } from '../copy-text'
import { Part } from '../parts'

const OPTIONS = Object.keys(words.options)
const FIRST_OPTIONS = ['show-sender']

/** Returns the address with these options. The server writes an address with its own choice of them. */
function withOptions(address: string, chosen: readonly string[]): string {
  const at = address.lastIndexOf('@')
  const parts = address.slice(0, at).split('.')
  const kept = parts.filter((part, index) => index === 0 || !OPTIONS.includes(part))
  return [...kept, ...OPTIONS.filter((option) => chosen.includes(option))].join('.') + address.slice(at)
}

/** The email address of a channel: what it does with emails, and a button that makes the old one worthless. */
export function Email(props: { stream_id: number }) {
  const client = useClient()
  const { ask } = client
  const { value, setValue } = fetched(
    client,
    async (): Promise<string> =>
      (await ask('GET /streams/:stream_id/email_address', { stream_id: props.stream_id })).email,
  )
  const [chosen, setChosen] = createSignal<readonly string[]>(FIRST_OPTIONS)
  const replace = async () => {
    const { email } = await ask('POST /parley/streams/:stream_id/email_address', { stream_id: props.stream_id })
    setValue(() => email)
  }
  return (
    <Part title={words.title} text={words.text}>
      <Show when={value()} fallback={<p class="quiet">{words.none}</p>}>
        {(address) => {
          const complete = () => withOptions(address(), chosen())
          return (
            <>
              <div role="group" aria-label={words.title}>
                <code class="secret">{complete()}</code>
                <p>
                  <button class="act" onClick={() => void copyText(client, complete())}>
                    {words.copy}
                  </button>
                </p>
              </div>
              <EmailOptions chosen={chosen()} setChosen={setChosen} />
              <button
                class="act danger"
                onClick={() =>
                  confirmed(client, {
                    title: words.replace,
                    text: words.replaceText,
                    button: words.replace,
                    run: () => attempt(client, replace()),
                  })
                }
              >
                {words.replace}
              </button>
            </>
          )
        }}
      </Show>
    </Part>
  )
}

/** What the address does with emails. */
function EmailOptions(props: { chosen: readonly string[]; setChosen: (chosen: string[]) => void }) {
  return (
    <fieldset>
      <legend>{words.choose}</legend>
      <For each={Object.entries(words.options)}>
        {([option, text]) => (
          <label>
            <input
              type="checkbox"
              checked={props.chosen.includes(option)}
              onChange={({ currentTarget }) =>
                props.setChosen(
                  currentTarget.checked ? [...props.chosen, option] : props.chosen.filter((other) => other !== option),
                )
              }
            />{' '}
            {text}
          </label>
        )}
      </For>
    </fieldset>
  )
}
