import { concept } from '../../../concept'
import { updateFlagsInNarrow } from './endpoints'

export const flagsInNarrow = concept({
  name: 'messages/flags-in-narrow',
  title: 'Flags of many messages',
  endpoints: [updateFlagsInNarrow],
})
