import { concept } from '../../../concept'
import { compareMessages, getKeptMessages, listVersions } from './endpoints'

export const replica = concept({
  name: 'messages/replica',
  title: 'Copies in clients',
  endpoints: [getKeptMessages, compareMessages, listVersions],
})
