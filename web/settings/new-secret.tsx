import { createSignal, Show } from 'solid-js'
import { Dialog } from '../parts/dialog'
import { integrationWords as words } from '../words/en-integrations'
import { SettingsForm } from './parts'
import { Secret } from './secret'
import { CheckField } from './form-fields'

/** A button that replaces the secret with which the server signs requests, and shows the new one once. */
export function NewSecret(props: { name: string; replace: (has_leaked: boolean) => Promise<{ secret: string }> }) {
  const [isOpen, setOpen] = createSignal(false)
  const [secret, setSecret] = createSignal('')
  async function replace(fields: FormData) {
    setSecret((await props.replace(fields.has('leaked'))).secret)
  }
  function close() {
    setOpen(false)
    setSecret('')
  }
  return (
    <>
      <button class="act" aria-label={words.newSecretFor(props.name)} onClick={() => setOpen(true)}>
        {words.newSecret}
      </button>
      <Show when={isOpen()}>
        <Dialog title={words.newSecretFor(props.name)} close={close}>
          <Show
            when={secret()}
            fallback={
              <SettingsForm button={words.replace} submit={replace}>
                <p>{words.newSecretText}</p>
                <CheckField label={words.hasLeaked} name="leaked" />
              </SettingsForm>
            }
          >
            {(text) => <Secret text={text()} name={words.secret} />}
          </Show>
        </Dialog>
      </Show>
    </>
  )
}
