import { createSignal, Show } from 'solid-js'
import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import type { Draft } from '../sync/stored-drafts'
import { Refusal } from '../wire/requests'
import { laterWords } from '../words/en-later'
import { overlayWords as words } from '../words/en-overlays'

/** Logging out is beside the settings, and deletes what this browser stored. So it asks, and says what would be lost. */
export function LogOutDialog(props: { close: () => void }) {
  const client = useClient()
  const [isLosing, setLosing] = createSignal(false)
  losesWriting(client).then(setLosing).catch(client.report)
  return (
    <Dialog
      title={laterWords.logOut}
      close={props.close}
      footer={
        <>
          <button
            class="send danger"
            onClick={() => {
              props.close()
              void logOut(client)
            }}
          >
            {isLosing() ? words.logOutAnyway : laterWords.logOut}
          </button>
          <button class="act" onClick={() => props.close()}>
            {laterWords.cancel}
          </button>
        </>
      }
    >
      <p>{words.logOutAsks}</p>
      <Show when={isLosing()}>
        <p>{words.logOutDeletes}</p>
      </Show>
    </Dialog>
  )
}

/** Returns whether logging out would delete what the user wrote. */
async function losesWriting({ drafts, outbox }: Client): Promise<boolean> {
  await drafts.store()
  return outbox.all().length > 0 || drafts.all().some(isOnlyHere)
}

const isOnlyHere = ({ text, isChanged }: Draft) => isChanged && text.trim() !== ''

async function logOut(client: Client) {
  const { ask, connection, report } = client
  connection.forget()
  try {
    await ask('POST site:/json/logout')
  } catch (error) {
    // Otherwise the session has ended already.
    if (!(error instanceof Refusal && error.status === 401)) {
      report(error)
      return connection.start()
    }
  }
  await import('../notify/log-out').then(({ forgetAll }) => forgetAll(client)).catch(() => {})
  connection.loggedOut()
}
