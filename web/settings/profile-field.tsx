import { createMemo } from 'solid-js'
import { useClient } from '../client/use-client'
import type { CustomProfileField } from '../../client-state/wire'
import { PeoplePicker } from '../parts/people-picker'
import { settingsWords as words } from '../words/en-settings'
import { SettingControl } from './control'
import type { Line } from './setting-line'

const LONG_TEXT = 2
const SELECT = 3
const DATE = 4
const LINK = 5
const PEOPLE = 6
const MAX_SHORT = 50
const MAX_LONG = 500
const MAX_LINK = 2000

/** A profile field of the organization, of any type. An empty value deletes what is stored. */
export function ProfileField(props: { field: CustomProfileField; value: string }) {
  const { ask, names, report } = useClient()
  const { field } = props
  const save = (chosen: unknown) => {
    const value = Array.isArray(chosen) ? chosen.map(Number) : String(chosen)
    const isEmpty = value.length === 0
    return isEmpty
      ? ask('DELETE /users/me/profile_data', { data: [field.id] })
      : ask('PATCH /users/me/profile_data', { data: [{ id: field.id, value }] })
  }
  const text = () => [field.hint, field.required ? words.required : ''].filter(Boolean).join(' ')
  const current = createMemo(() => props.value)
  const chosen = createMemo(() => {
    const ids: number[] = field.type === PEOPLE && props.value !== '' ? JSON.parse(props.value) : []
    return ids
  })
  if (field.type === PEOPLE)
    return (
      <div class="setting people-field">
        <div class="setting-text">
          <span>{field.name}</span>
          <p class="quiet">{text()}</p>
        </div>
        <PeoplePicker
          label={`${field.name}: ${words.choosePeople}`}
          chosen={chosen()}
          change={(user_ids) => void save(user_ids).catch(report)}
          nameOf={names.user}
        />
      </div>
    )
  if (field.type === DATE)
    return (
      <div class="setting">
        <div class="setting-text">
          <label for={`field-${field.id}`}>{field.name}</label>
          <p class="quiet">{text()}</p>
        </div>
        <div class="setting-value">
          <input
            id={`field-${field.id}`}
            type="date"
            value={current()}
            disabled={!field.editable_by_user}
            onChange={({ currentTarget }) => void save(currentTarget.value).catch(report)}
          />
        </div>
      </div>
    )
  return (
    <SettingControl
      line={lineOf(field)}
      words={{ name: field.name, text: text() }}
      value={props.value}
      isDisabled={!field.editable_by_user}
      save={save}
    />
  )
}

type Option = { text: string; order: string }

function lineOf({ type, field_data }: CustomProfileField): Line {
  if (type === LONG_TEXT) return { kind: 'text', most: MAX_LONG, isLong: true }
  if (type !== SELECT) return { kind: 'text', most: type === LINK ? MAX_LINK : MAX_SHORT }
  const options: Record<string, Option> = JSON.parse(field_data)
  const inOrder = Object.entries(options).sort(([, a], [, b]) => Number(a.order) - Number(b.order))
  const values = inOrder.map(([value, option]): [string, string] => [value, option.text])
  return { kind: 'list', values: () => [['', words.notChosen], ...values] }
}
