/** A point of the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** How the mouse presses; left out, with its left button alone. */
export interface Press {
  readonly button?: 'left' | 'middle';
  /** With the Control key held. */
  readonly control?: boolean;
}

/** Keys that type no character. */
export type Key = 'Enter' | 'Escape' | 'Tab';

/** The little that every engine is asked for; what people do on a page is made of it once, in screen.ts. */
export interface Engine {
  goto(url: string): Promise<void>;
  /** Runs a script in the page: the body of a function whose arguments are `arguments`. Returns what it returns, as JSON. */
  run(body: string, args?: readonly unknown[]): Promise<unknown>;
  /** Presses with the mouse, or taps where the engine has a touch screen. */
  press(at: Point, how?: Press): Promise<void>;
  /** Drags the mouse from one point to another. */
  drag(from: Point, to: Point): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  key(key: Key): Promise<void>;
  /** Chooses files in the page's only file input. */
  upload(paths: readonly string[]): Promise<void>;
  /** How many tabs and windows are open. */
  tabs(): Promise<number>;
  screenshot(path: `${string}.png`): Promise<void>;
  /** What the pages have complained of so far, where the engine tells it. */
  noise(): readonly string[];
  close(): Promise<void>;
}

/** A browser that is running; each test gets a session of its own, without cookies or storage of another. */
export interface RunningBrowser {
  session(): Promise<Engine>;
  close(): Promise<void>;
}

/** What a file input is found by. */
export const fileInput = 'input[type="file"]';
