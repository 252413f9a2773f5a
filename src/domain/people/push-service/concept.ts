import { concept } from '../../../concept'
import { keepPushStatus } from './due-work'
import { getVerification, prepareVerification } from './endpoints'
import tables from './tables.sql'

export const pushService = concept({
  name: 'people/push-service',
  title: 'Push notifications',
  tables: [tables],
  endpoints: [prepareVerification, getVerification],
  dueWork: [keepPushStatus],
})
