import { randomBytes } from 'node:crypto';

import { noChoices } from '#contract/bulk-upload/bulk-uploads.ts';
import type { v1 } from '#contract/v1/endpoints.ts';
import type { web } from '#server/testing/access/portal-endpoints.ts';
import { smallestLead } from '#server/testing/smallest-lead.ts';

import { attachmentForm, draftContent, uploadedRows } from './access-test-data.ts';
import { accountAccess } from './account-access-table.ts';
import {
  type Access,
  adminsOnly,
  call,
  contactsOnly,
  drafters,
  everybody,
  list,
  owners,
  readers,
  record,
  senders,
  uploaders,
  visible,
  writers,
} from './expected-access.ts';

/** Every endpoint of the contract has its row here; the access test fails without one. */
export const accessTable: Record<keyof typeof v1 | keyof typeof web, Access> = {
  readLead: record('lead', readers),
  updateLead: record('lead', writers, () => ({ payload: { fields: { tradingName: 'Kauri' } } })),
  listLeads: list(visible, (lead) => lead.fields.brokerRep.id),
  listMarkedLeads: list(visible, (lead) => lead.fields.brokerRep.id),
  listMarkedDeals: list(visible, (deal) => deal.fields.brokerRep.id),
  readDeal: record('deal', readers),
  listDeals: list(visible, (deal) => deal.fields.brokerRep.id),
  createAttachments: record('lead', writers, ({ id }) => ({ payload: attachmentForm(id) })),
  // The record is the contact of the new lead. A contact that the caller may not name is rejected,
  // whether it exists or not.
  createLead: record(
    'contact',
    {
      broker: [200, 403, 403, 403, 403],
      'partner-admin': [200, 200, 403, 403, 403],
      support: [403, 403, 403, 403, 403],
    },
    ({ id }) => ({ payload: { fields: { ...smallestLead, brokerRepId: id } } }),
  ),

  ...accountAccess,
  readProfile: call(everybody),
  // With the password confirmed; otherwise nobody may.
  revealApiKey: call(everybody),
  replaceApiKey: call(everybody),
  listNamedKeys: call(everybody),
  createNamedKey: call(everybody, () => ({ payload: { name: 'CRM', isReadOnly: true, days: 90 } })),
  replaceNamedKey: record('api-key', owners, async ({ caller, db }) => {
    await db
      .updateTable('sessions')
      .set({ password_confirmed_at: new Date() })
      .where('account_id', '=', caller.accountId)
      .execute();
    return { payload: { overlapHours: 24 } };
  }),
  revokeNamedKey: record('api-key', { ...owners, support: [404, 403, 403, 404, 404] }),
  // This portal makes the keys itself: entering one is rejected, once it is clear whose it would
  // be.
  enterApiKey: call({ broker: 409, 'partner-admin': 409, support: 409 }),
  listPeople: list(
    { broker: 403, 'partner-admin': visible['partner-admin'], support: 403 },
    (row) => row.id,
  ),
  enterApiKeyFor: record('contact', {
    broker: [403, 403, 403, 403, 403],
    'partner-admin': [409, 409, 403, 404, 404],
    support: [403, 403, 403, 403, 403],
  }),
  listContacts: list({ ...visible, support: 403 }, (contact) => contact.id),
  listAttachments: record('lead', readers),
  downloadAttachment: record('attachment', readers),
  viewAttachment: record('attachment', readers),
  changeAttachmentType: record('attachment', senders, () => ({ payload: { type: 'Image' } })),
  withdrawAttachment: record('attachment', senders),
  readDealLead: record('deal', readers),
  countLeads: call(everybody),
  countDeals: call(everybody),
  sumLeads: call(everybody),
  // Which deals its numbers count is tested in server/deals/deals.routes.by-status.test.ts.
  sumDeals: call(everybody),
  // server/partners/partners.routes.test.ts tests whose names it has.
  listUserNames: call(everybody),
  listPartners: call({ broker: 403, 'partner-admin': 403, support: 200 }),
  readLeadHistory: record('lead', readers),
  readDealHistory: record('deal', readers),
  // Which records its events name is tested in server/live/live.routes.access.test.ts.
  streamEvents: call(everybody, () => ({ payloadAsStream: true })),
  searchRecords: call(everybody, () => ({ payload: { q: 'pat moss' } })),
  readHome: call(everybody),
  markHomeRead: call(everybody, () => ({ payload: { until: '2026-11-20T16:10:00.000Z' } })),
  readLeadStageTime: record('lead', readers),
  readDealStageTime: record('deal', readers),
  listLeadRequests: record('lead', readers),
  listDealRequests: record('deal', readers),
  listLeadQuestions: record('lead', readers),
  listDealQuestions: record('deal', readers),
  askAboutLead: record('lead', writers, () => ({ payload: { text: 'Is a trust deed needed?' } })),
  askAboutDeal: record('deal', writers, () => ({ payload: { text: 'Is a trust deed needed?' } })),
  answerRequest: record('request', writers, () => ({ payload: { answer: 'Yes, in March.' } })),
  readUploadLink: record('request', readers),
  createUploadLink: record('request', writers),
  withdrawUploadLink: record('request', writers),
  // Whose records it has is tested in server/home/todo.routes.test.ts.
  listTodo: call(everybody),
  readNotices: call({ ...everybody, support: 403 }),
  changeNotices: call({ ...everybody, support: 403 }, () => ({
    payload: { kind: 'daily', timeZone: 'Pacific/Auckland' },
  })),
  readLeadFollowUp: record('lead', writers),
  readDealFollowUp: record('deal', writers),
  setLeadFollowUp: record('lead', writers, () => ({ payload: { day: '2026-12-01' } })),
  setDealFollowUp: record('deal', writers, () => ({ payload: { day: '2026-12-01' } })),
  clearLeadFollowUp: record('lead', writers),
  clearDealFollowUp: record('deal', writers),

  recordLeadOutcome: record('lead', writers, () => ({ payload: { outcome: 'reached' } })),
  recordDealOutcome: record('deal', writers, () => ({ payload: { outcome: 'reached' } })),

  listDrafts: call(contactsOnly),
  createDraft: call(contactsOnly, () => ({
    payload: { id: randomBytes(16).toString('hex'), content: draftContent },
  })),
  // Which leads are found and changed is tested in server/bulk-changes/bulk-changes.routes.test.ts.
  previewBulkChange: call(contactsOnly, () => ({
    payload: { selection: { query: '' }, change: { kind: 'add-note', note: 'Call again.' } },
  })),
  makeBulkChange: call(contactsOnly, () => ({
    payload: {
      selection: { ids: ['no lead'] },
      change: { kind: 'add-note', note: 'Call again.' },
      previewedAt: '2026-11-20T16:10:00Z',
    },
  })),
  listBulkChanges: call(contactsOnly),
  undoBulkChange: record('bulk-change', drafters),
  createExport: call(everybody, () => ({ payload: { list: 'leads', query: '' } })),
  readExport: record('export', owners),
  downloadExport: record('export', owners),
  markLeadRead: record('lead', writers),
  markDealRead: record('deal', writers),
  chooseColumns: call(everybody, () => ({ payload: { list: 'leads', columns: 'status' } })),
  listViews: call(everybody),
  createView: call(everybody, () => ({
    payload: { list: 'leads', name: 'New', query: 'status=New', isShared: false, isPinned: true },
  })),
  updateView: record('view', owners, () => ({ payload: { name: 'Renamed' } })),
  pinView: record('view', owners, () => ({ payload: { isPinned: true } })),
  countViews: call(everybody),
  // The broker's own view is deleted when it is support's turn.
  deleteView: record('view', { ...owners, support: [404, 403, 403, 404, 404] }),
  readDraft: record('draft', drafters),
  saveDraft: record('draft', drafters, () => ({ payload: { content: draftContent } })),
  discardDraft: record('draft', drafters),
  // Whose lead they are from is tested in server/leads/broker-details.store.test.ts.
  readBrokerDetails: call(contactsOnly),
  // Which leads are named is tested in server/duplicate-leads/duplicate-leads.routes.test.ts.
  findClientLeads: call(contactsOnly, () => ({ payload: { client: { phone: '+61491570156' } } })),

  // Whose entries they have is tested in server/audit/audit.routes.test.ts.
  listAuditEntries: call(everybody),
  listAuditedPeople: call(everybody),
  downloadAudit: call(everybody),

  listBulkUploads: call(adminsOnly),
  openBulkUpload: call(adminsOnly, () => ({
    payload: { contentHash: 'a'.repeat(64), fileName: 'leads.csv', size: 5_000 },
  })),
  readBulkUpload: record('upload', uploaders),
  chooseForBulkUpload: record('upload', uploaders, () => ({ payload: noChoices })),
  editBulkUpload: record('upload', uploaders, () => ({
    payload: { edits: [{ row: 2, column: 'firstName', text: 'Aroha' }] },
  })),
  findDuplicateLeads: record('upload', uploaders, () => ({ payload: { keys: ['abn:12345'] } })),
  setBulkUploadState: record('upload', uploaders, () => ({
    payload: { state: 'submitting', read: uploadedRows },
  })),
  submitRows: record('upload', uploaders, () => ({
    payload: { rows: [[2, 'Aroha', 'Moss', 'Kauri Joinery', '+61491570156']], leftOut: [] },
  })),
  reconcileUnknownRows: record('upload', uploaders),
  listRowResults: record('upload', uploaders),
  downloadRowResults: record('upload', uploaders),
  downloadRejectedRows: record('upload', uploaders),
  downloadRejectedRowsWorkbook: record('upload', uploaders),
  downloadRejectionReasons: record('upload', uploaders),
  readRememberedChoices: call(adminsOnly),
  rememberChoices: call(adminsOnly, () => ({
    payload: { columns: [{ header: 'ringmeon', target: 'phone' }], resolutions: [] },
  })),
  downloadTemplate: call(adminsOnly),
  downloadTemplateWorkbook: call(adminsOnly),
};
