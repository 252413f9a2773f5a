import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { ConfirmDialog } from '../settings/confirm'
import { TopicList } from '../settings/channel/topic-list'
import { channelWords as words } from '../words/en-channels'

/** All topics of a channel, with a filter. */
export function TopicsDialog(props: { stream_id: number; close: () => void }) {
  const { channelOf } = useClient()
  return (
    <Dialog title={words.topicsOf(channelOf(props.stream_id)?.name ?? '')} size="wide" close={props.close}>
      <TopicList stream_id={props.stream_id} opened={props.close} />
      <ConfirmDialog />
    </Dialog>
  )
}
