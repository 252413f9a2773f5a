import { concept } from '../../../concept'
import {
  getResourceType,
  getResourceTypes,
  getSchema,
  getSchemas,
  getServiceProviderConfig,
} from './discovery-endpoints'
import {
  createScimGroup,
  deleteScimGroup,
  getScimGroup,
  getScimGroups,
  patchScimGroup,
  replaceScimGroup,
} from './group-endpoints'
import groupIds from './group-ids.sql'
import { searchScim } from './search-endpoint'
import tables from './tables.sql'
import { createScimToken, deleteScimToken, getScimTokens } from './token-endpoints'
import {
  createScimUser,
  deleteScimUser,
  getScimUser,
  getScimUsers,
  patchScimUser,
  replaceScimUser,
} from './user-endpoints'

export const scim = concept({
  name: 'accounts/scim',
  title: 'SCIM',
  tables: [tables, groupIds],
  endpoints: [
    getScimTokens,
    createScimToken,
    deleteScimToken,
    getServiceProviderConfig,
    getResourceTypes,
    getResourceType,
    getSchemas,
    getSchema,
    searchScim,
    getScimUsers,
    getScimUser,
    createScimUser,
    replaceScimUser,
    patchScimUser,
    deleteScimUser,
    getScimGroups,
    getScimGroup,
    createScimGroup,
    replaceScimGroup,
    patchScimGroup,
    deleteScimGroup,
  ],
})
