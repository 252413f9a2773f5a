import { concept } from '../../../concept'
import { encryptSecretsAgain } from './due-work'
import tables from './tables.sql'

export const secrets = concept({
  name: 'realm/secrets',
  tables: [tables],
  dueWork: [encryptSecretsAgain],
})
