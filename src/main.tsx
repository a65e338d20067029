import './app/content-policy.ts';
import '#src/ui/tokens.css';
import '#src/ui/base.css';
import '#src/ui/layout.css';
import { rootId } from '#contract/portal/first-page/first-page.ts';
import { hydrate } from '#src/hydration/hydrate.tsx';

const container = document.getElementById(rootId);
if (container === null) throw new Error('index.html has no #root');
void hydrate(container);
