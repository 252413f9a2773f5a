import { concept } from '../../../concept'

export const realmTables = concept({ name: 'data/realm-tables' })
