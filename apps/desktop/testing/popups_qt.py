#!/usr/bin/env python3
"""The same in Qt 5. See popups_gtk3.py."""

import json
import sys
import threading

from PyQt5.QtCore import QObject, QTimer, pyqtSignal
from PyQt5.QtWidgets import QApplication, QComboBox, QLabel, QMenu, QVBoxLayout, QWidget

COMMANDS, SIZES = ("Copy", "Rename"), ("Small", "Medium", "Large")
state = {"windows": [], "chosen": [], "sizes": ["Small", "Small"]}


def report():
    print(json.dumps(state), flush=True)


class Window(QObject):
    def __init__(self, at):
        super().__init__()
        self.at = at
        self.window = QWidget()
        self.window.setWindowTitle(f"Popups {at}")
        self.window.resize(320, 200)
        self.window.move(60 + 420 * at, 80)
        self.page, self.sizes = QLabel(f"Page {at}"), QComboBox()
        self.sizes.addItems(SIZES)
        self.sizes.currentTextChanged.connect(self.sized)
        self.menu = QMenu(self.window)
        for name in COMMANDS:
            self.menu.addAction(name).triggered.connect(lambda *_, name=name: self.choose(name))
        box = QVBoxLayout(self.window)
        box.addWidget(self.page)
        box.addWidget(self.sizes)
        self.window.show()
        state["windows"].append(int(self.window.winId()))

    def sized(self, size):
        state["sizes"][self.at] = size
        report()

    def choose(self, name):
        state["chosen"].append([self.at, name])
        report()

    def open_menu(self):
        self.menu.popup(self.page.mapToGlobal(self.page.rect().bottomLeft()))

    def open_list(self):
        self.sizes.showPopup()

    def close(self):
        self.menu.hide()
        self.sizes.hidePopup()


class Asked(QObject):
    line = pyqtSignal(str)


def main():
    app = QApplication(["popups"])
    windows, asked = [Window(0), Window(1)], Asked()

    def run(line):
        name, at = line.split()
        {"menu": Window.open_menu, "list": Window.open_list, "close": Window.close}[name](windows[int(at)])

    def listen():
        for line in sys.stdin:
            asked.line.emit(line)
        app.quit()

    asked.line.connect(run)
    QTimer.singleShot(0, report)
    threading.Thread(target=listen, daemon=True).start()
    sys.exit(app.exec_())


main()
