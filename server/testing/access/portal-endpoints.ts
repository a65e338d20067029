import { bulkUploadEndpoints } from '#contract/bulk-upload/endpoints.ts';
import { accountEndpoints } from '#contract/portal/accounts.ts';
import {
  apiKeyEndpoints,
  enteredKeyEndpoints,
  namedKeyEndpoints,
} from '#contract/portal/api-keys.ts';
import { attachmentEndpoints } from '#contract/portal/attachments.ts';
import { auditEndpoints } from '#contract/portal/audit/audit.ts';
import { bulkChangeEndpoints } from '#contract/portal/bulk-changes.ts';
import { dealListEndpoints } from '#contract/portal/deal-list.ts';
import { dealEndpoints } from '#contract/portal/deals.ts';
import { exportEndpoints } from '#contract/portal/exports.ts';
import { followUpEndpoints } from '#contract/portal/follow-ups.ts';
import { historyEndpoints } from '#contract/portal/history.ts';
import { homeEndpoints, todoEndpoints } from '#contract/portal/home.ts';
import { leadListEndpoints } from '#contract/portal/lead-list.ts';
import { listColumnEndpoints } from '#contract/portal/list-columns.ts';
import { listCountEndpoints } from '#contract/portal/list-counts.ts';
import { liveEndpoints } from '#contract/portal/live/live.ts';
import {
  brokerDetailEndpoints,
  draftEndpoints,
  duplicateLeadEndpoints,
} from '#contract/portal/new-lead/new-lead.ts';
import { noticeEndpoints } from '#contract/portal/notices.ts';
import { outcomeEndpoints } from '#contract/portal/outcomes.ts';
import { ownAccountEndpoints } from '#contract/portal/own-account.ts';
import { partnerEndpoints } from '#contract/portal/partners.ts';
import { passkeyEndpoints } from '#contract/portal/passkeys/passkeys.ts';
import { managedAccountEndpoints } from '#contract/portal/people/managed-accounts.ts';
import { questionEndpoints } from '#contract/portal/questions.ts';
import { requestEndpoints } from '#contract/portal/requests.ts';
import { searchEndpoints } from '#contract/portal/search.ts';
import { secondFactorEndpoints } from '#contract/portal/second-factor/second-factor.ts';
import { signInEndpoints } from '#contract/portal/sign-in.ts';
import { stageTimeEndpoints } from '#contract/portal/stage-times.ts';
import { unreadEndpoints } from '#contract/portal/unread.ts';
import { uploadLinkEndpoints } from '#contract/portal/upload-links.ts';
import { viewEndpoints } from '#contract/portal/views.ts';

/** All endpoints under `/portal`, which the specification leaves to the web interface. */
export const web = {
  ...accountEndpoints,
  ...signInEndpoints,
  ...ownAccountEndpoints,
  ...secondFactorEndpoints,
  ...passkeyEndpoints,
  ...managedAccountEndpoints,
  ...apiKeyEndpoints,
  ...enteredKeyEndpoints,
  ...partnerEndpoints,
  ...attachmentEndpoints,
  ...auditEndpoints,
  ...namedKeyEndpoints,
  ...bulkChangeEndpoints,
  ...brokerDetailEndpoints,
  ...dealEndpoints,
  ...dealListEndpoints,
  ...draftEndpoints,
  ...duplicateLeadEndpoints,
  ...homeEndpoints,
  ...stageTimeEndpoints,
  ...todoEndpoints,
  ...exportEndpoints,
  ...followUpEndpoints,
  ...historyEndpoints,
  ...leadListEndpoints,
  ...listColumnEndpoints,
  ...listCountEndpoints,
  ...liveEndpoints,
  ...noticeEndpoints,
  ...questionEndpoints,
  ...outcomeEndpoints,
  ...requestEndpoints,
  ...unreadEndpoints,
  ...uploadLinkEndpoints,
  ...viewEndpoints,
  ...searchEndpoints,
  ...bulkUploadEndpoints,
};
