import { concept } from '../../../concept'
import { receiveEmail, receiveReport } from './endpoints'
import tables from './tables.sql'

export const receivedMail = concept({
  name: 'integrations/received-mail',
  title: 'Receiving emails',
  tables: [tables],
  endpoints: [receiveEmail, receiveReport],
})
