import { createSignal, Show } from 'solid-js'
import type { AnswerOf, Automation } from '../../../client-state/wire'
import { useClient } from '../../client/use-client'
import { automationWords as words } from '../../words/en-automations'
import { copyText } from '../copy-text'

type SecretTexts = AnswerOf<'GET /parley/automations/:automation_id/secrets'>

/** The address of an automation that a webhook starts, and the secret of one that calls addresses. */
export function Secrets(props: { automation: Automation }) {
  const { ask, report } = useClient()
  const { id, name, trigger, actions } = props.automation
  const [secrets, setSecrets] = createSignal<SecretTexts>()
  const isStartedByAddress = trigger.kind === 'webhook'
  const callsAddress = actions.some(({ kind }) => kind === 'call')
  async function show() {
    setSecrets(await ask('GET /parley/automations/:automation_id/secrets', { automation_id: id }))
  }
  return (
    <Show when={isStartedByAddress || callsAddress}>
      <Show
        when={secrets()}
        fallback={
          <button class="act" aria-label={`${words.secrets}: ${name}`} onClick={() => void show().catch(report)}>
            {words.secrets}
          </button>
        }
      >
        {(texts) => (
          <div role="group" aria-label={words.secrets}>
            <Show when={isStartedByAddress}>
              <Copied title={words.webhookAddress} text={texts().url} />
            </Show>
            <Show when={callsAddress}>
              <Copied title={words.secret} text={texts().secret} />
            </Show>
          </div>
        )}
      </Show>
    </Show>
  )
}

function Copied(props: { title: string; text: string }) {
  const client = useClient()
  return (
    <>
      <p class="quiet">{props.title}</p>
      <code class="secret">{props.text}</code>
      <button class="act" onClick={() => void copyText(client, props.text)}>
        {words.copy}
      </button>
    </>
  )
}
