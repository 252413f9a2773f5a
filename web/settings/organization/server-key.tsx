import { useClient } from '../../client/use-client'
import { modelWords as words } from '../../words/en-model'
import { attempt } from '../fetched'
import { TextField } from '../form-fields'
import { Items, Part, RemoveButton, SettingsForm, textOf } from '../parts'

type Props = {
  name: string
  text: string
  route: 'language_model' | 'gifs'
  /** For which server there is a key: null if there is none, and undefined before the server answered. */
  keyFor: string | null | undefined
  changed: () => Promise<void>
}

/** The key for a service that owners chose. It is stored and deleted, and never shown. */
export function ServerKey(props: Props) {
  const client = useClient()
  const servers = () => (props.keyFor === undefined ? undefined : [props.keyFor ?? []].flat())
  async function save(fields: FormData, form: HTMLFormElement) {
    await client.ask(`POST /parley/${props.route}/key`, { key: textOf(fields, 'key') })
    form.reset()
    await props.changed()
  }
  async function remove() {
    if (await attempt(client, client.ask(`DELETE /parley/${props.route}/key`))) await props.changed()
  }
  return (
    <Part title={props.name} text={props.text}>
      <Items of={servers()} none={words.noKey}>
        {(server) => (
          <li>
            <div class="grow">{words.keyFor(server)}</div>
            <RemoveButton name={props.name} remove={remove} />
          </li>
        )}
      </Items>
      <SettingsForm button={words.saveKey} submit={save}>
        <TextField label={props.name} name="key" type="password" most={500} />
      </SettingsForm>
    </Part>
  )
}
