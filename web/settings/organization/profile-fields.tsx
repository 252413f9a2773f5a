import { createMemo, createSignal, Show } from 'solid-js'
import { useClient } from '../../client/use-client'
import type { CustomProfileField } from '../../../client-state/wire'
import { organizationWords as words } from '../../words/en-organization'
import { settingsWords } from '../../words/en-settings'
import { confirmed, ConfirmDialog } from '../confirm'
import { attempt } from '../fetched'
import { ChangeButton, Part, RemoveButton, SettingsForm, StoredItems, textOf } from '../parts'
import { OrderButtons } from './order-buttons'
import { CheckField, ChoiceField, LongTextField, TextField } from '../form-fields'

const SELECT = '3'
const ACCOUNT = '7'

/** The fields of all profiles. Buttons change their order, so a pointer is not needed. */
export function ProfileFields() {
  const client = useClient()
  const { ask, store, watch } = client
  // Copies, because the store changes its own objects in place.
  const fields = createMemo((): CustomProfileField[] => {
    watch('people')
    return [...store.state.custom_profile_fields].map((field) => ({ ...field }))
  })
  const move = (at: number, by: 1 | -1) => {
    const order = fields().map(({ id }) => id)
    order.splice(at + by, 0, ...order.splice(at, 1))
    return attempt(client, ask('PATCH /realm/profile_fields', { order }))
  }
  return (
    <>
      <Part title={words.sections['organization/profile-fields']}>
        <StoredItems of={fields()} keyOf={({ id }) => id} none={words.noFields}>
          {(field, at) => (
            <FieldRow
              field={field()}
              isFirst={at() === 0}
              isLast={at() === fields().length - 1}
              move={(by) => void move(at(), by)}
            />
          )}
        </StoredItems>
      </Part>
      <NewField />
      <ConfirmDialog />
    </>
  )
}

function NewField() {
  const { ask } = useClient()
  const [type, setType] = createSignal('1')
  const create = async (form: FormData, element: HTMLFormElement) => {
    await ask('POST /realm/profile_fields', {
      ...changesIn(form),
      name: textOf(form, 'name'),
      hint: textOf(form, 'hint'),
      field_type: Number(type()),
      ...(type() === SELECT ? { field_data: optionsIn(form, {}) } : {}),
      ...(type() === ACCOUNT ? { field_data: { subtype: textOf(form, 'account') } } : {}),
    })
    element.reset()
    setType('1')
  }
  return (
    <Part title={words.newField}>
      <SettingsForm button={settingsWords.add} submit={create}>
        <ChoiceField label={words.fieldType} options={words.fieldTypes} value={type()} choose={setType} />
        <Show when={type() === ACCOUNT} fallback={<NameFields field={EMPTY} />}>
          <ChoiceField label={words.fieldAccount} name="account" options={words.accounts} />
        </Show>
        <Show when={type() === SELECT}>
          <Options value="" />
        </Show>
        <Choices field={EMPTY} />
      </SettingsForm>
    </Part>
  )
}

const EMPTY: ShownField = { name: '', hint: '', editable_by_user: true }

/** The values of a form: those of a field, or those of a new one. */
type ShownField = Partial<CustomProfileField> & Pick<CustomProfileField, 'name' | 'hint'>

function FieldRow(props: { field: CustomProfileField; isFirst: boolean; isLast: boolean; move: (by: 1 | -1) => void }) {
  const client = useClient()
  const { ask } = client
  const [isOpen, setOpen] = createSignal(false)
  const { id: field_id } = props.field
  const isList = () => String(props.field.type) === SELECT
  const isAccount = () => String(props.field.type) === ACCOUNT
  const save = (form: FormData) =>
    ask('PATCH /realm/profile_fields/:field_id', {
      field_id,
      ...changesIn(form),
      ...(isAccount() ? {} : { name: textOf(form, 'name'), hint: textOf(form, 'hint') }),
      ...(isList() ? { field_data: optionsIn(form, optionsOf(props.field)) } : {}),
    })
  return (
    <li class="bot">
      <div class="grow">
        <b dir="auto">{props.field.name}</b>
        <p class="quiet">{[words.fieldTypes[props.field.type], props.field.hint].filter(Boolean).join(' · ')}</p>
        <Show when={isOpen()}>
          <SettingsForm button={settingsWords.save} submit={save}>
            <Show when={!isAccount()}>
              <NameFields field={props.field} />
            </Show>
            <Show when={isList()}>
              <Options
                value={Object.values(optionsOf(props.field))
                  .map(({ text }) => text)
                  .join('\n')}
              />
            </Show>
            <Choices field={props.field} />
          </SettingsForm>
        </Show>
      </div>
      <OrderButtons name={props.field.name} isFirst={props.isFirst} isLast={props.isLast} move={props.move} />
      <ChangeButton name={props.field.name} isOpen={isOpen()} setOpen={setOpen} />
      <RemoveButton
        name={props.field.name}
        remove={() =>
          confirmed(client, {
            title: settingsWords.removeItem(props.field.name),
            text: words.deleteFieldText,
            button: settingsWords.delete,
            run: () => ask('DELETE /realm/profile_fields/:field_id', { field_id }),
          })
        }
      />
    </li>
  )
}

type OptionTable = Record<string, { text: string; order: string }>

/** Returns the options of a list, in their order. */
function optionsOf({ field_data }: CustomProfileField): OptionTable {
  const options: OptionTable = JSON.parse(field_data)
  return Object.fromEntries(Object.entries(options).sort(([, a], [, b]) => Number(a.order) - Number(b.order)))
}

/** Returns the options of a form. An option that was there keeps its key, which the values of people name. */
function optionsIn(form: FormData, before: OptionTable): OptionTable {
  const keyByText = new Map(Object.entries(before).map(([key, { text }]) => [text, key]))
  let unused = Math.max(-1, ...Object.keys(before).map(Number))
  const lines = textOf(form, 'options').split('\n')
  const texts = lines.map((text) => text.trim()).filter(Boolean)
  return Object.fromEntries(
    texts.map((text, at) => [keyByText.get(text) ?? String(++unused), { text, order: String(at + 1) }]),
  )
}

const changesIn = (form: FormData) => ({
  display_in_profile_summary: form.has('summary'),
  required: form.has('required'),
  editable_by_user: form.has('editable'),
})

function NameFields(props: { field: ShownField }) {
  return (
    <>
      <TextField label={words.fieldName} name="name" most={40} value={props.field.name} />
      <TextField label={words.fieldHint} name="hint" most={80} isOptional value={props.field.hint} />
    </>
  )
}

const Options = (props: { value: string }) => (
  <LongTextField label={words.fieldOptions} name="options" value={props.value} />
)

function Choices(props: { field: ShownField }) {
  return (
    <>
      <CheckField label={words.inSummary} name="summary" isChecked={props.field.display_in_profile_summary === true} />
      <CheckField label={words.fieldRequired} name="required" isChecked={props.field.required === true} />
      <CheckField label={words.fieldEditable} name="editable" isChecked={props.field.editable_by_user !== false} />
    </>
  )
}
