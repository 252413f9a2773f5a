import type { Client } from '../client/client'
import { useClient } from '../client/use-client'
import { Avatar } from '../parts/avatar'
import { Options, OptionText } from '../parts/combo'
import { agoText } from '../parts/time'
import { laterWords } from '../words/en-later'
import type { Candidate } from './candidates'
import { timeOf } from './topics'

export { completionKey } from './completion-keys'

type ListProps = {
  id: string
  options: Candidate[]
  chosen: number
  accept: (candidate: Candidate) => void
}

/** The list above the field. The focus stays in the field. */
export function CompletionList(props: ListProps) {
  const client = useClient()
  return (
    <>
      <Options
        id={props.id}
        label={laterWords.suggestions}
        kind="completion"
        of={props.options}
        at={props.chosen}
        choose={props.accept}
      >
        {(option) => (
          <>
            <Picture option={option} />
            <OptionText name={option.label} detail={detailOf(client, option)} />
          </>
        )}
      </Options>
      <p class="visually-hidden" role="status">
        {laterWords.suggestionCount(props.options.length)}
      </p>
    </>
  )
}

function detailOf(client: Client, { detail, max_id }: Candidate): string {
  const time = max_id === undefined ? undefined : timeOf(client, max_id)
  return time === undefined ? (detail ?? '') : agoText(time)
}

function Picture(props: { option: Candidate }) {
  const { user_id, url, glyph } = props.option
  if (user_id !== undefined) return <Avatar user_id={user_id} />
  if (url !== undefined) return <img class="emoji" src={url} alt="" />
  return glyph === undefined ? null : <span class="glyph">{glyph}</span>
}
