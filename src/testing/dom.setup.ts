import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
// A part of a page that is loaded when it is needed takes many seconds on a busy machine.
configure({ asyncUtilTimeout: 60_000 });

// Methods and classes that jsdom does not implement.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true;
  },
  close(this: HTMLDialogElement) {
    this.open = false;
  },
});
Object.assign(Element.prototype, { scrollIntoView: () => {} });
Object.assign(HTMLElement.prototype, { hidePopover: () => {} });
Object.assign(window, { scrollTo: () => {} });
// A phone, which moves no focus into a menu; tests of a pointer stub it.
Object.assign(globalThis, { matchMedia: () => ({ matches: false }) });
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    unobserve() {}
    disconnect() {}
  },
});

// jsdom doesn't know the element `search`, so React would log a warning.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, { value: 'HTMLElement' });

const consoleMethods = ['debug', 'error', 'info', 'log', 'warn'] as const;
let noise: string[] = [];

beforeEach(() => {
  noise = [];
  for (const method of consoleMethods) {
    vi.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      noise.push(`console.${method}: ${args.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  cleanup();
  // Console output by React or a library means an error in the test or the component.
  if (noise.length > 0) throw new Error(noise.join('\n'));
});
