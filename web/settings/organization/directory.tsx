import { createSignal, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import { agoText, dayName } from '../../parts/time'
import { directoryWords as words } from '../../words/en-directory'
import { settingsWords } from '../../words/en-settings'
import { confirmed, ConfirmDialog } from '../confirm'
import { withRecentLogin } from '../confirmation-dialog'
import { fetched } from '../fetched'
import { Items, Part, SettingsForm, textOf } from '../parts'
import { Secret } from '../secret'
import { TextField } from '../form-fields'

type Token = {
  token_id: number
  description: string
  creator_id: number
  date_created: number
  last_used: number | null
}
type Tokens = { scim_url: string; tokens: Token[] }

const MAX_TOKENS = 2

const nameOf = ({ description, token_id }: Token) => description || words.nameless(token_id)

/** The tokens with which a directory manages accounts and groups. The text of a token is shown once. */
export function Directory() {
  const client = useClient()
  const { ask } = client
  const { value, refresh } = fetched(client, (): Promise<Tokens> => ask('GET /parley/scim/tokens'))
  const [token, setToken] = createSignal('')
  const create = (description: string) =>
    withRecentLogin(client, async () => {
      setToken((await ask('POST /parley/scim/tokens', { description })).token)
      await refresh()
    })
  const remove = (row: Token) =>
    confirmed(client, {
      title: settingsWords.removeItem(nameOf(row)),
      text: words.removeText,
      button: settingsWords.remove,
      run: () => ask('DELETE /parley/scim/tokens/:token_id', { token_id: row.token_id }).then(refresh),
    })
  const isFull = () => (value()?.tokens.length ?? 0) >= MAX_TOKENS
  return (
    <>
      <Part title={words.title} text={words.text}>
        <p>
          {words.address} <code>{value()?.scim_url}</code>
        </p>
        <Items of={value()?.tokens} none={words.none}>
          {(row) => (
            <TokenRow
              row={row}
              replace={isFull() ? undefined : () => void create(row.description)}
              remove={() => remove(row)}
            />
          )}
        </Items>
        <Show when={isFull()}>
          <p class="quiet">{words.full}</p>
        </Show>
        <Show when={token()}>{(secret) => <Secret text={secret()} name={words.token} />}</Show>
        <ConfirmDialog />
      </Part>
      <Show when={value() !== undefined && !isFull()}>
        <Part title={words.add}>
          <SettingsForm
            button={words.create}
            submit={async (fields, form) => {
              await create(textOf(fields, 'description'))
              form.reset()
            }}
          >
            <TextField label={words.description} name="description" most={100} isOptional />
          </SettingsForm>
        </Part>
      </Show>
    </>
  )
}

function TokenRow(props: { row: Token; replace: (() => void) | undefined; remove: () => void }) {
  const { names } = useClient()
  const { row } = props

  return (
    <li>
      <div class="grow">
        <b dir="auto">{nameOf(row)}</b>
        <p class="quiet">
          {words.madeBy(names.user(row.creator_id), dayName(row.date_created))} ·{' '}
          {row.last_used === null ? words.neverUsed : words.lastUsed(agoText(row.last_used))}
        </p>
      </div>
      <Show when={props.replace}>
        <button class="act" aria-label={words.replaceItem(nameOf(row))} onClick={() => props.replace?.()}>
          {words.replace}
        </button>
      </Show>
      <button class="act danger" aria-label={settingsWords.removeItem(nameOf(row))} onClick={() => props.remove()}>
        {settingsWords.remove}
      </button>
    </li>
  )
}
